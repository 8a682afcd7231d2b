#include "cli/preview_options.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "recipe/text.h"

namespace terrain {
namespace {

constexpr const char* kGroup = "Preview";

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// "a,b" as "[a,b]"; the recipe's reader judges the numbers.
std::string pair_of(const std::string& flag, const std::string& text, char separator, const char* allowed) {
    const std::size_t at = text.find(separator);
    const auto is_number = [](const std::string& part) {
        return !part.empty() && part.find_first_not_of("+-.0123456789eE") == std::string::npos;
    };
    if (at == std::string::npos || !is_number(text.substr(0, at)) || !is_number(text.substr(at + 1))) {
        throw UserError(fmt::format("{} {}: allowed: {}", flag, printable(text), allowed));
    }
    return fmt::format("[{},{}]", text.substr(0, at), text.substr(at + 1));
}

}  // namespace

PreviewOptions::PreviewOptions(CLI::App& app) : app_(app) {
    app.add_flag("--preview", preview_, "render the terrain as a planet too: preview.png")->group(kGroup);
    app.add_option("--preview-only", only_, "render a pack that exists anew; no recipe, nothing else is written")
        ->type_name("DIR")
        ->group(kGroup);
    add("--preview-backend", "backend", Form::text, "NAME", "auto (d3d11 where it can run), d3d11 or reference");
    add("--preview-size", "size", Form::size, "WxH", "pixels [1024x1024]");
    add("--ssaa", "ssaa", Form::json, "N", "samples along each side of a pixel, 1 to 4 [2]");
    add("--lat", "camera.latitude", Form::json, "DEG", "latitude below the camera [20]");
    add("--lon", "camera.longitude", Form::json, "DEG", "its longitude; 0 is the map's middle, east positive [0]");
    add("--distance", "camera.distance", Form::json, "R", "of the camera from the planet's centre, radii");
    add("--fill", "camera.fill", Form::json, "SHARE", "of the picture that the planet spans [0.85]");
    add("--fov", "camera.fov", Form::json, "DEG", "vertical field of view [30]");
    add("--camera", "camera.walk", Form::text, "walk:LAT,LON,HEIGHT,HEADING,PITCH", "stand on the ground instead");
    add("--views", "views", Form::json, "N", "a turntable: preview_000.png, preview_001.png ...");
    add("--sun", "sun", Form::pair, "AZ,EL", "degrees; 0,0 is behind the camera, left is negative [-50,20]");
    add("--exaggeration", "surface.exaggeration", Form::json, "X", "factor on the relief [1]");
    add("--sea-level", "surface.sea_level_m", Form::json, "M", "instead of the recipe's");
    add("--sea-color", "surface.sea_color", Form::text, "#RGB", "colour of the sea");
    add("--ramp", "surface.ramp", Form::text, "RAMP", "earth, desert, moon, ice or 0:#colour,...,1:#colour");
    add("--atmosphere", "", Form::atmosphere, "#RGB,R", "colour and thickness (radii) of the air, or none");
    add("--background", "", Form::background, "KIND", "stars, transparent, plain or a colour #RGB");
    add("--cull", "cull", Form::text, "MODE", "cpu, gpu or off; the picture is the same");
    app.add_flag("--wireframe", wireframe_, "draw the triangles' edges")->group(kGroup);
    app.add_flag("--lod-colors", lod_colors_, "colour the levels of detail")->group(kGroup);
}

void PreviewOptions::add(const char* flag, const char* path, Form form, const char* type, const char* help) {
    Entry& entry = entries_.emplace_back();
    entry.flag = flag;
    entry.path = path;
    entry.form = form;
    entry.option = app_.add_option(flag, entry.value, help)->type_name(type)->group(kGroup);
}

void PreviewOptions::convert(const Entry& entry, std::vector<Override>& out) const {
    const std::string& value = entry.value;
    const auto set = [&](const std::string& path, const std::string& json) {
        out.push_back({"preview." + path, json, fmt::format("{} {}", entry.flag, value)});
    };
    switch (entry.form) {
        case Form::json:
            return set(entry.path, value);
        case Form::text:
            return set(entry.path, quoted(value));
        case Form::size:
            return set(entry.path, pair_of(entry.flag, value, 'x', "WxH such as 512x512"));
        case Form::pair:
            return set(entry.path, pair_of(entry.flag, value, ',', "two numbers, azimuth,elevation"));
        case Form::background:
            if (!value.starts_with('#')) return set("background", quoted(value));
            set("background", quoted("plain"));
            return set("background_color", quoted(value));
        case Form::atmosphere:
            break;
    }
    if (value == "none") return set("atmosphere_thickness", "0");
    const std::size_t comma = value.find(',');
    set("atmosphere_color", quoted(value.substr(0, comma)));
    if (comma != std::string::npos) set("atmosphere_thickness", value.substr(comma + 1));
}

std::vector<Override> PreviewOptions::overrides() const {
    std::vector<Override> out;
    if (preview_ || !only_.empty()) out.push_back({"preview.write", "true", "--preview"});
    const auto check = [&](const std::string& flag) {
        if (out.empty()) throw UserError(fmt::format("{}: allowed with --preview or --preview-only", flag));
    };
    for (const Entry& entry : entries_) {
        if (entry.option->count() == 0) continue;
        check(entry.flag);
        convert(entry, out);
    }
    if (wireframe_) check("--wireframe"), out.push_back({"preview.wireframe", "true", "--wireframe"});
    if (lod_colors_) check("--lod-colors"), out.push_back({"preview.lod_colors", "true", "--lod-colors"});
    return out;
}

}  // namespace terrain
