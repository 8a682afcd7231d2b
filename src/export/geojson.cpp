#include "export/geojson.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

/// Coordinates of a place in cells from the north-west corner.
Json coordinates(const Terrain& terrain, double column, double row) {
    if (const auto place = terrain.geo.to_map({column, row})) return {place->x, place->y};
    const double cell = terrain.world.cell_size_m;
    return {column * cell, row * cell};
}

Json centre(const Terrain& terrain, std::uint32_t cell) {
    const auto width = static_cast<std::uint32_t>(terrain.shape.width);
    return coordinates(terrain, cell % width + 0.5, cell / width + 0.5);
}

Json ring_of(const Terrain& terrain, const Ring& ring) {
    Json line = Json::array();
    for (const glm::ivec2& corner : ring) line.push_back(coordinates(terrain, corner.x, corner.y));
    line.push_back(line.front());
    // Clockwise with y down is so too with north up, and GeoJSON wants outlines the other way round.
    std::reverse(line.begin(), line.end());
    return line;
}

/// The head and the features of a collection, one a line.
Bytes collection(const Terrain& terrain, const char* name, const std::vector<Json>& features) {
    Json head{{"type", "FeatureCollection"}, {"name", name}};
    if (const auto code = terrain.geo.epsg(); code && terrain.geo.to_map({0, 0})) {
        head["crs"] = {{"type", "name"}, {"properties", {{"name", "urn:ogc:def:crs:EPSG::" + std::to_string(*code)}}}};
    } else if (!terrain.geo.to_map({0, 0})) {
        head["coordinates"] = "metres east and south of the north-west corner";
    }
    std::string text = head.dump();
    text.back() = ',';
    text += "\"features\":[";
    for (std::size_t k = 0; k < features.size(); ++k) {
        text += k == 0 ? "\n" : ",\n";
        text += features[k].dump();
    }
    text += "\n]}\n";
    return Bytes(text.begin(), text.end());
}

Json feature(std::size_t id, Json properties, const char* type, Json shape) {
    return {{"type", "Feature"},
            {"id", id},
            {"properties", std::move(properties)},
            {"geometry", {{"type", type}, {"coordinates", std::move(shape)}}}};
}

}  // namespace

Bytes encode_rivers(const Terrain& terrain) {
    std::vector<Json> features;
    for (std::size_t k = 0; k < terrain.rivers.size(); ++k) {
        const River& river = terrain.rivers[k];
        Json line = Json::array();
        for (const std::uint32_t cell : river.cells) line.push_back(centre(terrain, cell));
        Json properties{{"order", river.order},
                        {"length_m", river.length_m},
                        {"area_m2", river.area_m2},
                        {"next", river.next < 0 ? Json(nullptr) : Json(river.next)}};
        features.push_back(feature(k, std::move(properties), "LineString", std::move(line)));
    }
    return collection(terrain, "rivers", features);
}

Bytes encode_lakes(const Terrain& terrain) {
    std::vector<Json> features;
    for (std::size_t k = 0; k < terrain.lakes.size(); ++k) {
        const Lake& lake = terrain.lakes[k];
        Json parts = Json::array();
        for (const Polygon& polygon : lake.outlines) {
            Json rings = Json::array();
            for (const Ring& ring : polygon) rings.push_back(ring_of(terrain, ring));
            parts.push_back(std::move(rings));
        }
        Json properties{{"area_m2", lake.area_m2},
                        {"volume_m3", lake.volume_m3},
                        {"level_m", lake.level_m},
                        {"deepest_m", lake.deepest_m},
                        {"outlet", centre(terrain, lake.outlet)}};
        features.push_back(feature(k, std::move(properties), "MultiPolygon", std::move(parts)));
    }
    return collection(terrain, "lakes", features);
}

}  // namespace terrain
