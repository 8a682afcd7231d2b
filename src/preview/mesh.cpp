#include "preview/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "planet/shading.h"

namespace terrain {

using namespace planet;

namespace {

constexpr float kGuard = 4.0F;  // of half the picture's side: what lies farther out is cut, so that integers suffice

/// Of the camera: x to the right and y up, each over the tangent of half the field of view; z ahead.
struct CameraPoint {
    float x, y, z;
};

CameraPoint lerp(const CameraPoint& a, const CameraPoint& b, float t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}

using Polygon = std::vector<CameraPoint>;

/// The part of the polygon where inside(point) >= 0 (Sutherland & Hodgman 1974).
template <class Inside>
Polygon clip(const Polygon& polygon, const Inside& inside) {
    Polygon out;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const CameraPoint& a = polygon[k];
        const CameraPoint& b = polygon[(k + 1) % polygon.size()];
        const float da = inside(a);
        const float db = inside(b);
        if (da >= 0.0F) out.push_back(a);
        if ((da >= 0.0F) != (db >= 0.0F))
            out.push_back(da >= 0.0F ? lerp(a, b, da / (da - db)) : lerp(b, a, db / (db - da)));
    }
    return out;
}

class MeshMaker {
  public:
    explicit MeshMaker(const MeshInput& input) : scene_(input.scene), view_(input.view) {
        width_ = static_cast<float>(scene_.width * scene_.ssaa);
        height_ = static_cast<float>(scene_.height * scene_.ssaa);
        tan_y_ = view_.tan_half_fov;
        tan_x_ = tan_y_ * static_cast<float>(scene_.width) / static_cast<float>(scene_.height);
        rows_ = scene_.height * scene_.ssaa;
        mesh.first_row = rows_;
    }

    void add_patch(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const PatchPattern& pattern) {
        points_.clear();
        for (const glm::vec3& p : pattern.points) {
            points_.push_back(to_camera(surface_point(scene_, view_, a * p.x + b * p.y + c * p.z)));
        }
        for (const auto& t : pattern.triangles) add(points_[t[0]], points_[t[1]], points_[t[2]]);
    }

    SectorMesh mesh;

  private:
    [[nodiscard]] CameraPoint to_camera(const glm::vec3& p) const {
        const glm::vec3 d = p - view_.eye;
        return {glm::dot(d, view_.right) / tan_x_, glm::dot(d, view_.up) / tan_y_, glm::dot(d, view_.forward)};
    }

    [[nodiscard]] bool needs_clip(const CameraPoint& p) const {
        return !(p.z >= view_.near_plane && std::fabs(p.x) <= kGuard * p.z && std::fabs(p.y) <= kGuard * p.z);
    }

    void add(const CameraPoint& a, const CameraPoint& b, const CameraPoint& c) {
        if (!needs_clip(a) && !needs_clip(b) && !needs_clip(c)) {
            add_clipped(a, b, c);
            return;
        }
        Polygon polygon{a, b, c};
        polygon = clip(polygon, [&](const CameraPoint& p) { return p.z - view_.near_plane; });
        polygon = clip(polygon, [](const CameraPoint& p) { return kGuard * p.z - p.x; });
        polygon = clip(polygon, [](const CameraPoint& p) { return kGuard * p.z + p.x; });
        polygon = clip(polygon, [](const CameraPoint& p) { return kGuard * p.z - p.y; });
        polygon = clip(polygon, [](const CameraPoint& p) { return kGuard * p.z + p.y; });
        for (std::size_t k = 2; k < polygon.size(); ++k) add_clipped(polygon[0], polygon[k - 1], polygon[k]);
    }

    void add_clipped(const CameraPoint& a, const CameraPoint& b, const CameraPoint& c) {
        ScreenTriangle t{};
        int k = 0;
        for (const CameraPoint* p : {&a, &b, &c}) {
            const float inverse = 1.0F / p->z;
            t.x[k] = to_fixed((p->x * inverse * 0.5F + 0.5F) * width_);
            t.y[k] = to_fixed((0.5F - p->y * inverse * 0.5F) * height_);
            t.inverse_depth[k] = inverse;
            ++k;
        }
        // Twice the area; clockwise with y down is positive. Back faces and slivers without area are not drawn.
        const std::int64_t area = static_cast<std::int64_t>(t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) -
                                  static_cast<std::int64_t>(t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
        if (area <= 0) return;
        const std::int32_t first = std::max(0, std::min({t.y[0], t.y[1], t.y[2]}) >> 8);
        const std::int32_t last = std::min(rows_ - 1, std::max({t.y[0], t.y[1], t.y[2]}) >> 8);
        if (first > last) return;
        mesh.first_row = std::min(mesh.first_row, first);
        mesh.last_row = std::max(mesh.last_row, last);
        mesh.triangles.push_back(t);
    }

    static std::int32_t to_fixed(float samples) {
        return static_cast<std::int32_t>(std::floor(samples * 256.0F + 0.5F));
    }

    const Scene& scene_;
    const View& view_;
    float width_ = 0, height_ = 0, tan_x_ = 0, tan_y_ = 0;
    std::int32_t rows_ = 0;
    std::vector<CameraPoint> points_;
};

}  // namespace

glm::vec3 surface_point(const Scene& scene, const View& view, const glm::vec3& on_cube) {
    const glm::vec3 d = unit(on_cube);
    const glm::vec2 uv = map_coordinates(d);
    float height = sample_bilinear(scene.heights, uv.x, uv.y);
    if (scene.detail.octaves > 0 && scene.detail.amplitude > 0.0F) {
        const float footprint = pixel_angle(scene, view) * glm::length(d * (1.0F + height) - view.eye);
        const float water = sample_bilinear(scene.surface, uv.x, uv.y).w;
        if (water < 1.0F) height += (1.0F - water) * detail_noise(scene.detail, d, footprint).value;
    }
    return d * (1.0F + height);
}

SectorMesh make_mesh(const MeshInput& input, const Instance& instance, PatternCache& patterns) {
    MeshMaker maker(input);
    maker.mesh.level = instance.level;
    for_patches(input.sectors[static_cast<std::size_t>(instance.sector)], instance, input.scene.geometry.grid, patterns,
                [&](const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const PatchPattern& pattern) {
                    maker.add_patch(a, b, c, pattern);
                });
    return std::move(maker.mesh);
}

}  // namespace terrain
