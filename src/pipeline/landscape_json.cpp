#include "pipeline/landscape_json.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json age_of(const ReliefRange& range) {
    if (!range.age) return nullptr;
    constexpr const char* kNames[] = {"youth", "maturity", "old age"};
    return kNames[static_cast<std::size_t>(*range.age)];
}

Json relief_of(const ReliefRange& range) {
    return {{"min_m", range.min_m},
            {"mean_m", range.mean_m},
            {"max_m", range.max_m},
            {"hypsometric_integral", or_null(range.integral)},
            {"relief_age", age_of(range)}};
}

Json slopes_of(const SlopeStatistics& slope) {
    Json classes;
    constexpr const char* kNames[] = {"flat", "gentle", "medium", "steep"};
    for (std::size_t k = 0; k < slope.by_class.size(); ++k) classes[kNames[k]] = slope.by_class[k];
    return {{"mean_percent", slope.mean_percent},
            {"cells_by_degree", slope.by_degree},
            {"cells_by_class", std::move(classes)}};
}

Json law_of(const ScalingLaw& law, const char* quantity) {
    Json bins = Json::array();
    for (const AreaBin& bin : law.bins) {
        bins.push_back({{"area_m2", bin.area_m2}, {quantity, bin.median}, {"cells", bin.cells}});
    }
    return bins;
}

Json streams_of(const LandscapeStatistics& s, double cell_area) {
    Json orders = Json::array();
    for (const StreamOrder& order : s.horton.orders) {
        orders.push_back({{"order", order.order}, {"streams", order.streams}, {"length_m", order.length_m}});
    }
    return {{"threshold_m2", s.stream_threshold * cell_area},
            {"length_m", s.stream_length_m},
            {"drainage_density_km_per_km2", or_null(s.drainage_density_per_km)},
            {"bifurcation_ratio", or_null(s.horton.bifurcation_ratio)},
            {"length_ratio", or_null(s.horton.length_ratio)},
            {"hack_exponent", or_null(s.hack.exponent)},
            {"concavity", or_null(s.concavity)},
            {"orders", std::move(orders)}};
}

}  // namespace

Json landscape_json(const LandscapeStatistics& s, Shape shape, double cell_size_m) {
    const double cell_area = cell_size_m * cell_size_m;
    Json basins = Json::array();
    for (const BasinRelief& basin : s.basins) {
        Json entry{{"outlet_x_m", (basin.outlet % static_cast<std::uint32_t>(shape.width) + 0.5) * cell_size_m},
                   {"outlet_y_m", (basin.outlet / static_cast<std::uint32_t>(shape.width) + 0.5) * cell_size_m},
                   {"area_m2", static_cast<double>(basin.range.cells) * cell_area}};
        entry.update(relief_of(basin.range));
        basins.push_back(std::move(entry));
    }
    Json out{{"land_area_m2", s.land_area_m2}};
    out.update(relief_of(s.hypsometry.range));
    out["hypsometric_curve"] = s.hypsometry.curve;
    out["slope"] = slopes_of(s.slope);
    out["streams"] = streams_of(s, cell_area);
    out["lakes"] = {{"count", s.lakes.count}, {"area_m2", s.lakes.area_m2}, {"largest_m2", s.lakes.largest_m2}};
    out["largest_basins"] = std::move(basins);
    out["slope_area"] = law_of(s.slope_area, "slope");
    out["hack"] = law_of(s.hack, "length_m");
    return out;
}

}  // namespace terrain
