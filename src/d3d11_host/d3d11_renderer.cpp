#include "d3d11_host/d3d11_renderer.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/errors.h"

namespace terrain {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kErrorFile = "errors.txt";
constexpr const char* kSceneFile = "scene.bin";

ChildCommand program_command(const D3d11Environment& environment, const WinePrefix& prefix,
                             const std::string& display) {
    ChildCommand command;
    command.arguments = {environment.wine.loader.string(), environment.program.string(), "--serve"};
    command.environment = prefix.environment(display);
    command.folder = prefix.work_folder();
    command.errors = prefix.work_folder() / kErrorFile;
    return command;
}

planet::Picture read_picture(const fs::path& file, const planet::Scene& scene) {
    planet::Picture picture{scene.width, scene.height, {}};
    const auto count = static_cast<std::size_t>(scene.width) * static_cast<std::size_t>(scene.height);
    std::error_code error;
    const bool whole = fs::file_size(file, error) == count * sizeof picture.pixels[0];
    std::ifstream stream(file, std::ios::binary);
    picture.pixels.resize(count);
    const auto bytes = static_cast<std::streamsize>(count * sizeof picture.pixels[0]);
    if (error || !whole || !stream.read(reinterpret_cast<char*>(picture.pixels.data()), bytes)) {
        throw RunError(fmt::format("cannot read {}, a picture from terrain-preview.exe", file.string()));
    }
    stream.close();
    fs::remove(file, error);
    return picture;
}

D3d11Figures read_figures(const json& view) {
    D3d11Figures figures;
    figures.sectors = view.at("sectors");
    figures.instances = view.at("instances");
    figures.triangles = view.at("triangles");
    figures.milliseconds = view.at("milliseconds");
    for (const json& d : view.value("drawn", json::array())) {
        figures.drawn.push_back({d.at(0), d.at(1), d.at(2), {d.at(3), d.at(4), d.at(5), d.at(6)}});
    }
    return figures;
}

}  // namespace

D3d11Renderer::D3d11Renderer(const D3d11Environment& environment, Progress& progress)
    : patience_(environment.patience),
      prefix_(environment.wine, cache_folder(), progress),
      display_(environment.xvfb, prefix_.work_folder() / kErrorFile, patience_, progress),
      program_(program_command(environment, prefix_, display_.name())) {
    const json ready = json::parse(answer(progress), nullptr, false);
    if (!ready.is_object() || !ready.contains("device") || !ready["device"].is_string()) {
        fail("does not say what it runs on");
    }
    device_ = ready["device"];
    // What Wine's implementation draws on is known here: the virtual display has Mesa's software renderer alone.
    if (device_ == "wined3d") device_ += " on llvmpipe";
}

void D3d11Renderer::fail(const std::string& what) {
    // Of no more use.
    program_.stop();
    std::ifstream file(prefix_.work_folder() / kErrorFile);
    std::string line, last;
    while (std::getline(file, line)) {
        if (!line.empty()) last = line;
    }
    throw RunError(fmt::format("Direct3D 11: terrain-preview.exe {}{}{}", what, last.empty() ? "" : ": ", last));
}

std::string D3d11Renderer::answer(const Progress& progress) {
    auto line = program_.read_line(patience_, progress);
    if (line) {
        const json said = json::parse(*line, nullptr, false);
        if (said.is_object() && said.contains("error") && said["error"].is_string()) {
            throw RunError(fmt::format("Direct3D 11: {}", said["error"].get<std::string>()));
        }
        return *line;
    }
    if (program_.running()) fail(fmt::format("has said nothing for {} s", patience_.count() / 1000));
    fail(fmt::format("ended with code {}", program_.wait(patience_, progress).value_or(-1)));
}

void D3d11Renderer::render(const planet::Scene& scene, Progress& progress, const Done& done, bool list_drawn) {
    const fs::path folder = prefix_.work_folder();
    planet::write_scene(folder / kSceneFile, scene);
    const json request = {{"scene", kSceneFile}, {"raw", true}, {"drawn", list_drawn}};
    if (!program_.write_line(request.dump())) fail("does not listen");
    std::size_t next = 0;
    while (next < scene.views.size()) {
        const json said = json::parse(answer(progress), nullptr, false);
        if (!said.is_object() || !said.contains("view")) continue;
        D3d11Figures figures;
        try {
            if (said["view"] != next) fail("has lost count of the views");
            figures = read_figures(said);
        } catch (const json::exception&) {
            fail("gives no figures of a view");
        }
        done(next, read_picture(folder / fmt::format("{}.rgba", next), scene), figures);
        ++next;
    }
    std::error_code error;
    fs::remove(folder / kSceneFile, error);
}

}  // namespace terrain
