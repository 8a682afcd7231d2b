#include "export/quantise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/errors.h"

namespace terrain {

namespace {

[[noreturn]] void throw_not_finite(std::string_view layer, Shape shape, std::size_t cell) {
    const auto width = static_cast<std::size_t>(shape.width);
    throw RunError("layer " + std::string(layer) + " is not finite at cell (" + std::to_string(cell % width) + ", " +
                   std::to_string(cell / width) + "): nothing was written");
}

/// Calls fill(samples, greatest) with samples of `bits` bits.
template <class Fill>
void fill_samples(Raster& raster, int bits, const Fill& fill) {
    if (bits == 8) {
        std::vector<std::uint8_t> samples(sample_count(raster));
        fill(samples, 255.0);
        raster.samples = std::move(samples);
    } else {
        std::vector<std::uint16_t> samples(sample_count(raster));
        fill(samples, 65535.0);
        raster.samples = std::move(samples);
    }
}

QuantisedRange wanted_range(const Grid<float>& values, const OutputRange& range, OutputLayer layer,
                            const NoData& no_data) {
    const QuantisedRange found = finite_range(values, name_of(layer), no_data);
    if (range.kind == OutputRange::Kind::fixed) {
        return {range.lo, range.hi, 0};
    }
    const LayerTraits traits = traits_of(layer);
    if (range.kind == OutputRange::Kind::automatic && traits.fixed) {
        return {traits.lo, traits.hi, 0};
    }
    return found;
}

template <class Encode>
Raster quantise_vectors(const Grid<glm::vec3>& vectors, int bits, std::string_view layer, const Encode& encode) {
    Raster raster{vectors.shape(), 3, {}};
    fill_samples(raster, bits, [&](auto& samples, double greatest) {
        using Sample = typename std::decay_t<decltype(samples)>::value_type;
        for (std::size_t i = 0; i < vectors.size(); ++i) {
            const glm::vec3& v = vectors[i];
            if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
                throw_not_finite(layer, vectors.shape(), i);
            }
            samples[3 * i] = static_cast<Sample>(encode(v.x, greatest));
            samples[3 * i + 1] = static_cast<Sample>(encode(v.y, greatest));
            samples[3 * i + 2] = static_cast<Sample>(encode(v.z, greatest));
        }
    });
    return raster;
}

}  // namespace

QuantisedRange finite_range(const Grid<float>& values, std::string_view layer, const NoData& no_data) {
    float lo = std::numeric_limits<float>::infinity();
    float hi = -lo;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (is_missing(no_data, i)) continue;
        if (!std::isfinite(values[i])) {
            throw_not_finite(layer, values.shape(), i);
        }
        lo = std::min(lo, values[i]);
        hi = std::max(hi, values[i]);
    }
    return lo <= hi ? QuantisedRange{lo, hi, 0} : QuantisedRange{};
}

Quantised quantise(const Grid<float>& values, const OutputRange& range, int bits, OutputLayer layer,
                   const NoData& no_data) {
    Quantised result{{values.shape(), 1, {}}, wanted_range(values, range, layer, no_data)};
    const double lo = result.range.lo;
    const double hi = result.range.hi;
    fill_samples(result.raster, bits, [&](auto& samples, double greatest) {
        using Sample = typename std::decay_t<decltype(samples)>::value_type;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (is_missing(no_data, i)) continue;
            const double value = values[i];
            if (value < lo || value > hi) {
                ++result.range.clamped;
            }
            const double share = hi > lo ? (value - lo) / (hi - lo) : 0.0;
            samples[i] = static_cast<Sample>(std::floor(std::clamp(share, 0.0, 1.0) * greatest + 0.5));
        }
    });
    return result;
}

Raster quantise_normals(const Grid<glm::vec3>& normals, NormalY y, int bits) {
    const auto encode = [](float component, double greatest) {
        const double half = 0.5 * greatest;
        return std::clamp(std::floor(half + 0.5 + half * static_cast<double>(component)), 0.0, greatest);
    };
    Raster raster = quantise_vectors(normals, bits, "normal", encode);
    if (y == NormalY::minus) {
        fill_samples(raster, bits, [&](auto& samples, double greatest) {
            using Samples = std::decay_t<decltype(samples)>;
            samples = std::move(std::get<Samples>(raster.samples));
            for (std::size_t i = 1; i < samples.size(); i += 3) {
                samples[i] = static_cast<typename Samples::value_type>(static_cast<int>(greatest) - samples[i]);
            }
        });
    }
    return raster;
}

Raster quantise_colours(const Grid<glm::vec3>& colours, int bits, std::string_view layer) {
    return quantise_vectors(colours, bits, layer, [](float component, double greatest) {
        return std::floor(std::clamp(static_cast<double>(component), 0.0, 1.0) * greatest + 0.5);
    });
}

}  // namespace terrain
