#include "preview/band.h"

#include <algorithm>
#include <cmath>

#include "planet/resolve.h"
#include "planet/shading.h"

namespace terrain {

using namespace planet;

namespace {

/// What covers a sample.
struct Sample {
    float inverse_depth = 0.0F;  // 0: nothing
    std::uint8_t level = 0;
    bool on_edge = false;
};

/// The half plane to the right of the directed line a to b (y down): positive inside a clockwise triangle.
struct Edge {
    std::int64_t step_x, step_y;  // per sample
    std::int64_t value;           // at the current sample; at least 0 is inside

    Edge(const ScreenTriangle& t, int a, int b, std::int64_t px, std::int64_t py) {
        const std::int64_t dx = t.x[b] - t.x[a];
        const std::int64_t dy = t.y[b] - t.y[a];
        step_x = -dy * 256;
        step_y = dx * 256;
        value = dx * (py - t.y[a]) - dy * (px - t.x[a]);
        // Samples right on a line belong to the triangle whose top or left edge it is.
        const bool is_top_left = dy < 0 || (dy == 0 && dx > 0);
        if (!is_top_left) value -= 1;
    }
};

class Band {
  public:
    Band(const BandInput& input, std::int32_t first, std::int32_t last)
        : in_(input),
          width_(input.scene.width * input.scene.ssaa),
          first_row_(first * input.scene.ssaa),
          last_row_(last * input.scene.ssaa - 1),
          samples_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(last_row_ - first_row_ + 1)) {}

    void rasterise() {
        for (const SectorMesh& mesh : in_.meshes) {
            if (mesh.first_row > last_row_ || mesh.last_row < first_row_) continue;
            for (const ScreenTriangle& t : mesh.triangles) draw(t, static_cast<std::uint8_t>(mesh.level));
        }
    }

    void shade_row(std::int32_t row, glm::vec4* light) const {
        const Sample* sample = samples_.data() + offset(row);
        const float tan_y = in_.view.tan_half_fov;
        const float tan_x = tan_y * static_cast<float>(in_.scene.width) / static_cast<float>(in_.scene.height);
        const float rows = static_cast<float>(in_.scene.height * in_.scene.ssaa);
        const float y = (1.0F - 2.0F * (static_cast<float>(row) + 0.5F) / rows) * tan_y;
        for (std::int32_t px = 0; px < width_; ++px) {
            const float x = (2.0F * (static_cast<float>(px) + 0.5F) / static_cast<float>(width_) - 1.0F) * tan_x;
            const glm::vec3 ray = in_.view.forward + in_.view.right * x + in_.view.up * y;
            light[px] = shade(sample[px], ray);
        }
    }

  private:
    [[nodiscard]] std::size_t offset(std::int32_t row) const {
        return static_cast<std::size_t>(row - first_row_) * static_cast<std::size_t>(width_);
    }

    void draw(const ScreenTriangle& t, std::uint8_t level) {
        const auto [top, bottom] = std::minmax({t.y[0], t.y[1], t.y[2]});
        // Sample centres lie at 128 of 256.
        const std::int32_t y0 = std::max(first_row_, (top + 127) >> 8);
        const std::int32_t y1 = std::min(last_row_, (bottom - 128) >> 8);
        if (y0 > y1) return;
        const auto [left, right] = std::minmax({t.x[0], t.x[1], t.x[2]});
        const std::int32_t x0 = std::max(0, (left + 127) >> 8);
        const std::int32_t x1 = std::min(width_ - 1, (right - 128) >> 8);
        if (x0 > x1) return;
        fill(t, level, x0, x1, y0, y1);
    }

    void fill(const ScreenTriangle& t, std::uint8_t level, std::int32_t x0, std::int32_t x1, std::int32_t y0,
              std::int32_t y1) {
        const std::int64_t px = static_cast<std::int64_t>(x0) * 256 + 128;
        const std::int64_t py = static_cast<std::int64_t>(y0) * 256 + 128;
        Edge e0(t, 1, 2, px, py);
        Edge e1(t, 2, 0, px, py);
        Edge e2(t, 0, 1, px, py);
        // 1 / depth is linear on the screen: w0 + gx dx + gy dy from the first corner.
        const double ax = (t.x[1] - t.x[0]) / 256.0;
        const double ay = (t.y[1] - t.y[0]) / 256.0;
        const double bx = (t.x[2] - t.x[0]) / 256.0;
        const double by = (t.y[2] - t.y[0]) / 256.0;
        const auto w0 = static_cast<double>(t.inverse_depth[0]);
        const double wa = static_cast<double>(t.inverse_depth[1]) - w0;
        const double wb = static_cast<double>(t.inverse_depth[2]) - w0;
        const double area = ax * by - ay * bx;
        const double gx = (wa * by - wb * ay) / area;
        const double gy = (wb * ax - wa * bx) / area;
        for (std::int32_t y = y0; y <= y1; ++y) {
            std::int64_t v0 = e0.value;
            std::int64_t v1 = e1.value;
            std::int64_t v2 = e2.value;
            Sample* row = samples_.data() + offset(y);
            const double at_row = w0 + gy * (y + 0.5 - t.y[0] / 256.0);
            for (std::int32_t x = x0; x <= x1; ++x) {
                if ((v0 | v1 | v2) >= 0) {
                    const auto w = static_cast<float>(at_row + gx * (x + 0.5 - t.x[0] / 256.0));
                    if (w > row[x].inverse_depth) {
                        row[x] = {w, level, in_.scene.wireframe && near_edge({&e0, &e1, &e2}, {v0, v1, v2})};
                    }
                }
                v0 += e0.step_x;
                v1 += e1.step_x;
                v2 += e2.step_x;
            }
            e0.value += e0.step_y;
            e1.value += e1.step_y;
            e2.value += e2.step_y;
        }
    }

    /// Whether a sample lies within half a sample of an edge.
    [[nodiscard]] bool near_edge(std::array<const Edge*, 3> edges, std::array<std::int64_t, 3> values) const {
        const double reach = 0.5;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto dx = static_cast<double>(edges[k]->step_x);
            const auto dy = static_cast<double>(edges[k]->step_y);
            const auto v = static_cast<double>(values[k]);
            if (v * v <= reach * reach * (dx * dx + dy * dy)) return true;
        }
        return false;
    }

    [[nodiscard]] glm::vec4 shade(const Sample& sample, const glm::vec3& ray) const {
        const Scene& scene = in_.scene;
        const glm::vec3 r = unit(ray);
        if (!(sample.inverse_depth > 0.0F)) {
            return over(air(scene, in_.view, r, -1.0F), background_light(scene, in_.view, r));
        }
        const glm::vec3 to_point = ray * (1.0F / sample.inverse_depth);
        const float distance = glm::length(to_point);
        glm::vec4 colour(surface(sample, in_.view.eye + to_point, r, distance), 1.0F);
        colour = over(air(scene, in_.view, r, distance), colour);
        return sample.on_edge ? over(kWire, colour) : colour;
    }

    [[nodiscard]] glm::vec3 surface(const Sample& sample, const glm::vec3& point, const glm::vec3& r,
                                    float distance) const {
        const Scene& scene = in_.scene;
        SurfacePoint p;
        p.up = unit(point);
        p.to_eye = -r;
        const glm::vec2 uv = map_coordinates(p.up);
        const float angle = pixel_angle(scene, in_.view);
        const float lod = map_level(scene, angle / static_cast<float>(scene.ssaa), distance, glm::dot(p.up, p.to_eye));
        const glm::vec4 ground = sample_trilinear(in_.surface, uv.x, uv.y, lod);
        const glm::vec2 normal = sample_trilinear(in_.normals, uv.x, uv.y, lod);
        p.water = ground.w;
        p.albedo = {ground.x, ground.y, ground.z};
        if (scene.lod_colours) p.albedo = lod_tint(p.albedo, in_.levels[sample.level].colour);
        const Noise detail = detail_noise(scene.detail, p.up, angle * distance);
        p.normal = surface_normal(p.up, normal, detail.gradient, p.water);
        return surface_light(p, scene.light, in_.view.sun);
    }

    const BandInput& in_;
    std::int32_t width_;
    std::int32_t first_row_, last_row_;  // of samples, both included
    std::vector<Sample> samples_;
};

}  // namespace

void render_band(const BandInput& input, std::int32_t first, std::int32_t last, glm::u8vec4* pixels) {
    Band band(input, first, last);
    band.rasterise();
    const std::int32_t ssaa = input.scene.ssaa;
    const auto width = static_cast<std::size_t>(input.scene.width);
    const std::size_t samples = width * static_cast<std::size_t>(ssaa);
    std::vector<glm::vec4> light(samples * static_cast<std::size_t>(ssaa));
    for (std::int32_t y = first; y < last; ++y) {
        for (std::int32_t j = 0; j < ssaa; ++j) {
            band.shade_row(y * ssaa + j, light.data() + samples * static_cast<std::size_t>(j));
        }
        resolve_row(light.data(), input.scene.width, ssaa, pixels + static_cast<std::size_t>(y - first) * width);
    }
}

}  // namespace terrain
