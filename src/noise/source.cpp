#include "noise/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "core/hash.h"
#include "noise/fractal.h"

namespace terrain {
namespace {

constexpr std::array<float, 2> kWarpAmplitudes{2.0F / 3.0F, 1.0F / 3.0F};
constexpr int kMostOctaves = 64;
constexpr int kMostCraters = 100000;
constexpr double kMostCells = 0x1p40;
constexpr double kFarthestCell = 0x1p62;

void require(bool holds, const char* field, double value, const char* allowed) {
    if (!holds) throw UserError(fmt::format("source.perlin.{} is {}; it must be {}", field, value, allowed));
}

void check(const PerlinParameters& p) {
    require(p.octaves >= 1 && p.octaves <= kMostOctaves, "octaves", p.octaves, "from 1 to 64");
    require(p.frequency > 0.0 && p.frequency <= kMostCells, "frequency", p.frequency, "above 0 and at most 2^40");
    require(p.lacunarity >= 1.0 && p.lacunarity <= 64.0, "lacunarity", p.lacunarity, "from 1 to 64");
    require(p.persistence >= 0.0 && p.persistence <= 1.0, "persistence", p.persistence, "from 0 to 1");
    require(p.warp >= 0.0 && p.warp <= 1e6, "warp", p.warp, "from 0 to 1e6");
    const CraterParameters& c = p.craters;
    require(c.count >= 0 && c.count <= kMostCraters, "craters.count", c.count, "from 0 to 100000");
    require(c.smallest > 0.0 && c.smallest <= c.largest, "craters.smallest", c.smallest,
            "above 0 and at most craters.largest");
    require(c.largest <= 0.25, "craters.largest", c.largest, "at most 0.25");
    require(c.exponent >= 0.1 && c.exponent <= 5.0, "craters.exponent", c.exponent, "from 0.1 to 5");
    double scale = 1.0;
    for (int i = 1; i < p.octaves && scale < kFarthestCell; ++i) scale *= p.lacunarity;
    if (!(scale * (p.frequency + p.warp) <= kMostCells)) {
        throw UserError(
            fmt::format("source.perlin: octave {} has {:.3g} noise cells across the map; at most 2^40 are "
                        "possible (lower octaves, lacunarity or frequency)",
                        p.octaves, scale * p.frequency));
    }
    for (const double offset : p.offset) {
        if (!(std::fabs(offset) * scale <= kFarthestCell)) {
            throw UserError(
                fmt::format("source.perlin.offset {} puts octave {} more than 2^62 noise cells away from "
                            "the origin (lower octaves, lacunarity or offset)",
                            offset, p.octaves));
        }
    }
}

/// Features along a side that repeats. The longer side has `frequency`, which must be whole; the shorter one the whole
/// number nearest to its share.
double whole_features(const PerlinParameters& p, std::int32_t side, std::int32_t longer) {
    if (side != longer) return std::max(1.0, std::floor(p.frequency * side / longer + 0.5));
    if (p.frequency == std::floor(p.frequency)) return p.frequency;
    throw UserError(fmt::format("source.perlin.frequency is {}; a map that repeats takes a whole number ({} or {})",
                                p.frequency, std::max(1.0, std::floor(p.frequency)), std::floor(p.frequency) + 1.0));
}

/// Checks before anything is built from the parameters.
const PerlinParameters& checked(const PerlinParameters& p) {
    check(p);
    return p;
}

}  // namespace

/// Makes raw rows (the sum of octaves) of one window. One for each thread.
class PerlinSource::Rows {
  public:
    struct Windows {
        std::vector<OctaveWindow> octaves, warp;
    };
    Rows(const PerlinSource& source, const NoiseWindow& window, const Windows& windows)
        : source_(&source), window_(window), noise_(width()), weight_(width()) {
        for (const OctaveWindow& w : windows.octaves) octaves_.emplace_back(w);
        for (const OctaveWindow& w : windows.warp) warp_.emplace_back(w);
        if (!warp_.empty()) {
            local_x_.resize(width());
            local_y_.resize(width());
        }
    }

    static Windows prepare(const PerlinSource& source, const NoiseWindow& window, int octaves) {
        Windows windows;
        for (int i = 0; i < octaves; ++i) {
            windows.octaves.emplace_back(source.octaves_[static_cast<std::size_t>(i)], window);
        }
        for (const Octave& octave : source.warp_octaves_) windows.warp.emplace_back(octave, window);
        return windows;
    }

    void make(std::int32_t y, float* sum) {
        const FractalRow row{sum, weight_.data(), window_.shape.width};
        start_fractal(row);
        if (!warp_.empty()) displace(y);
        double amplitude = 1.0;
        for (std::size_t i = 0; i < octaves_.size(); ++i) {
            if (warp_.empty()) {
                octaves_[i].straight(y, noise_.data(), source_->simd_);
            } else {
                octaves_[i].at(local_x_.data(), local_y_.data(), noise_.data());
            }
            add_octave(source_->parameters_.type, static_cast<int>(i), static_cast<float>(amplitude), noise_.data(),
                       row);
            amplitude *= source_->parameters_.persistence;
        }
    }

  private:
    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(window_.shape.width); }

    /// Sets the local coordinates of row y, moved by the warp.
    void displace(std::int32_t y) {
        for (std::size_t x = 0; x < width(); ++x) {
            local_x_[x] = window_.local(0, static_cast<std::int32_t>(x));
            local_y_[x] = window_.local(1, y);
        }
        // Each component stays below 1 / sqrt(2), and so the displacement below `warp`.
        const double reach = source_->parameters_.warp * 0.7071067811865475;
        for (std::size_t i = 0; i < warp_.size(); ++i) {
            warp_[i].straight(y, noise_.data(), source_->simd_);
            const double amount = reach * static_cast<double>(kWarpAmplitudes[i / 2]);
            std::vector<double>& local = i % 2 == 0 ? local_x_ : local_y_;
            for (std::size_t x = 0; x < width(); ++x) local[x] += amount * static_cast<double>(noise_[x]);
        }
    }

    const PerlinSource* source_;
    NoiseWindow window_;
    std::vector<OctaveRows> octaves_, warp_;
    std::vector<float> noise_, weight_;
    std::vector<double> local_x_, local_y_;
};

/// The same on the surface of a planet.
class PerlinSource::SphereRows {
  public:
    struct Octaves {
        SphereFrame frame;
        std::vector<SphereOctave> octaves, warp;
    };
    SphereRows(const PerlinSource& source, const Octaves& octaves)
        : source_(&source), sphere_(&octaves), noise_(octaves.frame.cosine.size()), weight_(noise_.size()) {
        for (std::vector<double>& axis : at_) axis.resize(noise_.size());
    }

    static Octaves prepare(const PerlinSource& source, Shape shape, std::array<double, 2> offset, int count) {
        const PerlinParameters& p = source.parameters_;
        Octaves out{SphereFrame(shape, p.frequency, offset), {}, {}};
        const double reach = out.frame.radius + p.warp + 1.0;
        const RandomStream stream(source.seed_, "perlin planet");
        double scale = 1.0;
        for (int i = 0; i < count; ++i) {
            out.octaves.emplace_back(stream, static_cast<std::uint64_t>(i), scale, out.frame, reach);
            scale *= p.lacunarity;
        }
        const RandomStream warp(source.seed_, "perlin planet warp");
        for (std::uint64_t i = 0; i < 6 && p.warp > 0.0; ++i) {
            out.warp.emplace_back(warp, i, i < 3 ? 1.0 : 2.0, out.frame, reach);
        }
        return out;
    }

    void make(std::int32_t y, float* sum) {
        const FractalRow row{sum, weight_.data(), static_cast<int>(noise_.size())};
        start_fractal(row);
        place(y);
        double amplitude = 1.0;
        for (std::size_t i = 0; i < sphere_->octaves.size(); ++i) {
            const SphereOctave& octave = sphere_->octaves[i];
            for (std::size_t x = 0; x < noise_.size(); ++x) noise_[x] = octave(at_[0][x], at_[1][x], at_[2][x]);
            add_octave(source_->parameters_.type, static_cast<int>(i), static_cast<float>(amplitude), noise_.data(),
                       row);
            amplitude *= source_->parameters_.persistence;
        }
    }

  private:
    /// Sets the places of row y's samples, moved by the warp.
    void place(std::int32_t y) {
        const SphereFrame& f = sphere_->frame;
        const auto row = static_cast<std::size_t>(y);
        // Each component stays below 1 / sqrt(3), and so the displacement below `warp`.
        const double amount = source_->parameters_.warp * 0.5773502691896258;
        for (std::size_t x = 0; x < noise_.size(); ++x) {
            const std::array<double, 3> p{f.part[0] + f.radius * f.distance[row] * f.cosine[x],
                                          f.part[1] + f.radius * f.level[row],
                                          f.part[2] + f.radius * f.distance[row] * f.sine[x]};
            for (std::size_t k = 0; k < 3; ++k) at_[k][x] = p[k];
            for (std::size_t i = 0; i < sphere_->warp.size(); ++i) {
                const double moved = static_cast<double>(sphere_->warp[i](p[0], p[1], p[2]));
                at_[i % 3][x] += amount * static_cast<double>(kWarpAmplitudes[i / 3]) * moved;
            }
        }
    }

    const PerlinSource* source_;
    const Octaves* sphere_;
    std::vector<float> noise_, weight_;
    std::array<std::vector<double>, 3> at_;
};

PerlinSource::PerlinSource(const PerlinParameters& parameters, std::uint64_t seed, const NoiseDomain& domain)
    : parameters_(checked(parameters)),
      seed_(seed),
      domain_(domain),
      curve_(parameters.curve),
      craters_(parameters_.craters, seed) {
    const RandomStream stream(seed, "perlin");
    double scale = 1.0;
    for (int i = 0; i < parameters_.octaves; ++i) {
        octaves_.push_back(make_octave(stream, static_cast<std::uint64_t>(i), scale));
        scale *= parameters_.lacunarity;
    }
    if (parameters_.warp > 0.0) {
        const RandomStream warp_stream(seed, "perlin warp");
        for (std::uint64_t i = 0; i < 4; ++i) {
            warp_octaves_.push_back(make_octave(warp_stream, i, i < 2 ? 1.0 : 2.0));
        }
    }
    if (domain.projection == Projection::plane && parameters_.craters.count > 0) {
        throw UserError(fmt::format("source.perlin.craters.count is {}; craters lie on planets: allowed on a plane: 0",
                                    parameters_.craters.count));
    }
    constexpr double kMostOnPlanet = 0x1p22;
    if (domain.projection == Projection::planet &&
        octaves_.back().scale * (parameters_.frequency + 8.0 * parameters_.warp) > kMostOnPlanet) {
        throw UserError(
            fmt::format("source.perlin: octave {} has {:.3g} noise cells around the planet; at most 2^22 are possible "
                        "(lower octaves, lacunarity, frequency or warp)",
                        parameters_.octaves, octaves_.back().scale * parameters_.frequency));
    }
    fix_scale();
}

/// Makes every octave repeat with the map.
void PerlinSource::make_periodic() {
    const Shape shape = domain_.shape;
    const std::int32_t longer = std::max(shape.width, shape.height);
    if (parameters_.lacunarity != std::floor(parameters_.lacunarity) && parameters_.octaves > 1) {
        throw UserError(
            fmt::format("source.perlin.lacunarity is {}; a map that repeats takes a whole number (2 or 3, say)",
                        parameters_.lacunarity));
    }
    period_[0] = whole_features(parameters_, shape.width, longer);
    if (domain_.wrap == Wrap::xy) period_[1] = whole_features(parameters_, shape.height, longer);
    for (std::vector<Octave>* octaves : {&octaves_, &warp_octaves_}) {
        for (Octave& octave : *octaves) {
            octave.lattice.repeat(static_cast<std::int64_t>(octave.scale * period_[0]),
                                  static_cast<std::int64_t>(octave.scale * period_[1]));
        }
    }
}

NoiseWindow PerlinSource::window(Shape shape, std::array<double, 2> offset) const {
    const std::int32_t longer = std::max({shape.width, shape.height, 1});
    const double step = parameters_.frequency / static_cast<double>(longer);
    // Where the map repeats, it must span its features exactly at every size.
    return {shape,
            {period_[0] > 0.0 ? period_[0] / shape.width : step, period_[1] > 0.0 ? period_[1] / shape.height : step},
            offset};
}

template <class Maker>
PerlinSource::Extent PerlinSource::extent_of(Maker& rows, Shape shape) {
    std::vector<float> sum(static_cast<std::size_t>(shape.width));
    Extent found{1e300, -1e300};
    for (std::int32_t y = 0; y < shape.height; ++y) {
        rows.make(y, sum.data());
        const auto [least, most] = std::minmax_element(sum.begin(), sum.end());
        found.low = std::min(found.low, static_cast<double>(*least));
        found.high = std::max(found.high, static_cast<double>(*most));
    }
    return found;
}

PerlinSource::Extent PerlinSource::extent(std::int32_t size, std::array<double, 2> offset) const {
    const NoiseWindow w = window({size, size}, offset);
    const Rows::Windows windows = Rows::prepare(*this, w, parameters_.octaves);
    Rows rows(*this, w, windows);
    return extent_of(rows, {size, size});
}

PerlinSource::Extent PerlinSource::sphere_extent(Shape shape, std::array<double, 2> offset) const {
    const SphereRows::Octaves octaves = SphereRows::prepare(*this, shape, offset, parameters_.octaves);
    SphereRows rows(*this, octaves);
    return extent_of(rows, shape);
}

void PerlinSource::fix_scale() {
    constexpr int kOthers = 16;
    const bool planet = domain_.projection == Projection::planet;
    double others = 0.0;
    for (int k = 1; k <= kOthers; ++k) {
        // Far enough apart to be different landscapes, at any frequency.
        const double along = static_cast<double>(k) * (parameters_.frequency + 17.0);
        const Extent other = planet ? sphere_extent({64, 32}, {along, -along}) : extent(64, {along, -along});
        others += (other.high - other.low) / kOthers;
    }
    if (!planet && domain_.wrap != Wrap::none) make_periodic();
    const Extent own = planet ? sphere_extent({256, 128}, {0.0, 0.0}) : extent(256, {0.0, 0.0});
    // As wide as is usual for such a window, or as this one is; 2 % more for what finer sampling finds.
    const double width = std::max({own.high - own.low, others, 1e-6}) * 1.02;
    low_ = 0.5 * (own.low + own.high) - 0.5 * width;
    factor_ = 1.0 / width;
}

template <class Maker>
Grid<float> PerlinSource::sample_rows(Shape shape, ThreadPool& pool, Progress& progress,
                                      const Maker& make_maker) const {
    constexpr std::size_t kBlock = 8;         // rows a task makes in one go
    constexpr std::size_t kRowsAReport = 64;  // at least, so that there is work for all threads
    constexpr std::size_t kSamplesAReport = 1U << 19;
    Grid<float> heights(shape);
    const auto rows = static_cast<std::size_t>(shape.height), width = static_cast<std::size_t>(shape.width);
    const auto low = static_cast<float>(low_), factor = static_cast<float>(factor_);
    const std::size_t stride =
        std::max(kRowsAReport, kSamplesAReport / std::max<std::size_t>(1, width * kBlock) * kBlock);
    progress.begin("noise", rows, "rows");
    for (std::size_t start = 0; start < rows; start += stride) {
        for_row_blocks(pool, std::min(stride, rows - start), kBlock, [&](std::size_t first, std::size_t last) {
            progress.check();
            auto maker = make_maker();
            for (std::size_t y = start + first; y < start + last; ++y) {
                float* row = heights.row(static_cast<std::int32_t>(y));
                maker.make(static_cast<std::int32_t>(y), row);
                for (std::size_t x = 0; x < width; ++x) row[x] = (row[x] - low) * factor;
                curve_.apply({row, width});
                craters_.add(shape, static_cast<std::int32_t>(y), row);
            }
        });
        progress.advance(std::min(rows, start + stride));
    }
    progress.end();
    return heights;
}

Grid<float> PerlinSource::sample(Shape shape, int octave_limit, ThreadPool& pool, Progress& progress) const {
    const int octaves = std::clamp(octave_limit, 1, parameters_.octaves);
    if (domain_.projection == Projection::planet) {
        const SphereRows::Octaves sphere = SphereRows::prepare(*this, shape, parameters_.offset, octaves);
        return sample_rows(shape, pool, progress, [&] { return SphereRows(*this, sphere); });
    }
    const NoiseWindow w = window(shape, parameters_.offset);
    const Rows::Windows windows = Rows::prepare(*this, w, octaves);
    return sample_rows(shape, pool, progress, [&] { return Rows(*this, w, windows); });
}

int PerlinSource::band_limit(Shape shape) const {
    const std::array<double, 2> steps = window(shape, {0.0, 0.0}).step;
    const double step = std::max(steps[0], steps[1]);
    int count = 1;
    while (count < parameters_.octaves && octaves_[static_cast<std::size_t>(count)].scale * step * 2.5 <= 1.0) ++count;
    return count;
}

}  // namespace terrain
