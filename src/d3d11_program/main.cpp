// terrain-preview.exe: renders scene files (planet/scene.h) with Direct3D 11, without a window.
//
//     terrain-preview.exe SCENE [FOLDER]    every view of the scene as a PNG in FOLDER (default: the current one)
//     terrain-preview.exe --serve           requests from standard input, one JSON object a line:
//         {"scene": FILE, "folder": FOLDER, "raw": true: <view>.rgba instead of PNGs, "drawn": true: list what is
//         drawn}
// Says one JSON object a line: first {"device": ...}, then {"view": ...} when a picture is written, with its figures,
// {"tile": ...} as a sign of life, and {"error": ...}. Exit code: 0, 1 after an error, 2 when called wrongly.
#include <windows.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/errors.h"
#include "d3d11_program/device.h"
#include "d3d11_program/picture_file.h"
#include "d3d11_program/scene_renderer.h"
#include "planet/scene.h"

namespace terrain::d3d11 {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Request {
    fs::path scene;
    fs::path folder;
    bool raw = false;
    bool drawn = false;
};

void say(const json& what) { std::cout << what.dump(-1, ' ', true, json::error_handler_t::replace) << std::endl; }

std::string utf8(const fs::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

fs::path path_in(const json& request, const char* name) {
    const std::string text = request.value(name, std::string());
    return fs::path(std::u8string(text.begin(), text.end()));
}

void render(SceneRenderer& renderer, const Request& request) {
    const planet::Scene scene = planet::read_scene(request.scene);
    renderer.load(scene);
    for (std::size_t i = 0; i < scene.views.size(); ++i) {
        Figures figures;
        const planet::Picture picture = renderer.render(scene.views[i], figures, [](std::size_t tile) {
            say({{"tile", tile}});
        });
        const std::string name = request.raw ? std::to_string(i) + ".rgba" : scene.views[i].file;
        const fs::path file = request.folder / fs::path(std::u8string(name.begin(), name.end()));
        request.raw ? write_raw(file, picture) : write_png(file, picture);
        json view = {{"view", i},
                     {"file", utf8(file)},
                     {"sectors", figures.sectors},
                     {"instances", figures.drawn.size()},
                     {"triangles", figures.triangles},
                     {"milliseconds", figures.milliseconds}};
        if (request.drawn) {
            for (const planet::Instance& d : figures.drawn) {
                view["drawn"].push_back(
                    {d.sector, d.level, d.factor, d.border[0], d.border[1], d.border[2], d.border[3]});
            }
        }
        say(view);
    }
}

int serve(SceneRenderer& renderer) {
    int code = 0;
    for (std::string line; std::getline(std::cin, line);) {
        try {
            const json said = json::parse(line);
            render(renderer, {path_in(said, "scene"), path_in(said, "folder"), said.value("raw", false),
                              said.value("drawn", false)});
        } catch (const std::exception& error) {
            say({{"error", error.what()}});
            code = 1;
        }
    }
    return code;
}

int run(int argc, wchar_t** argv) {
    if (argc < 2 || argc > 3) {
        std::cerr << "usage: terrain-preview.exe SCENE [FOLDER] | --serve\n";
        return 2;
    }
    try {
        const Device device = make_device();
        SceneRenderer renderer(device, program_folder() / "shaders");
        say({{"device", device.name}});
        if (std::wstring(argv[1]) == L"--serve") return serve(renderer);
        render(renderer, {argv[1], argc > 2 ? argv[2] : L"", false, false});
    } catch (const std::exception& error) {
        say({{"error", error.what()}});
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace terrain::d3d11

int wmain(int argc, wchar_t** argv) {
    // A dialogue box would wait for somebody who is not there.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    return terrain::d3d11::run(argc, argv);
}
