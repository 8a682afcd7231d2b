#include "export/utf8_path.h"
#include "recipe/field_info.h"
#include "recipe/outputs.h"
#include "recipe/text.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FieldInfo& info) {
    switch (info.type) {
        case FieldType::object:
        case FieldType::one_of: {
            Json object = Json::object();
            for (const FieldInfo& child : info.children) {
                if (!child.absent) object[std::string(child.field.name)] = json_of(child);
            }
            return object;
        }
        case FieldType::list: {
            Json array = Json::array();
            for (const FieldInfo& child : info.children) array.push_back(json_of(child));
            return array;
        }
        default:
            return info.value;
    }
}

}  // namespace

std::string to_json(const Recipe& recipe) {
    RecipeFields fields;
    fields.name = recipe.name;
    fields.seed = recipe.seed;
    fields.projection = recipe.world.projection;
    fields.wrap = recipe.world.wrap;
    fields.size = std::array{recipe.size.width, recipe.size.height};
    fields.cell_size_m = recipe.world.cell_size_m;
    fields.height_m = {recipe.world.low_m, recipe.world.high_m};
    fields.sea_level_m = recipe.world.sea_level_m;
    fields.epsg = recipe.place.epsg;
    fields.origin_m = recipe.place.origin_m;
    fields.target = recipe.target;
    fields.tiling = recipe.tiling;
    fields.source = recipe.source;
    if (auto* heightmap = std::get_if<HeightmapParameters>(&fields.source)) {
        const std::filesystem::path file = utf8_path(heightmap->file);
        if (file.is_absolute()) heightmap->file = utf8_text(file.filename());
    }
    fields.hydrology = recipe.hydrology;
    fields.routing = recipe.routing;
    fields.maps = recipe.maps;
    fields.preview = recipe.preview;
    for (const OutputSpec& spec : recipe.outputs) fields.outputs.push_back(written_output(spec));
    return json_of(fields_of(std::move(fields))).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace terrain
