#include "planet/sectors.h"

#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/math.h"
#include "planet/scalar.h"

namespace terrain::planet {
namespace {

float largest_angle(const Sector& s) {
    double least = 1.0;
    for (const float x : {0.0F, 1.0F}) {
        for (const float y : {0.0F, 1.0F}) {
            const glm::dvec3 corner = glm::normalize(glm::dvec3(s.start + s.right * x + s.up * y));
            least = std::min(least, glm::dot(corner, glm::normalize(glm::dvec3(s.centre))));
        }
    }
    const double sine = std::sqrt(std::max(0.0, 1.0 - least * least));
    return static_cast<float>(math::atan2(sine, least) * (1.0 + 1e-6));
}

// The points are exact, so that they can be looked up as they are.
using Point = std::tuple<float, float, float>;
Point key(const glm::vec3& p) { return {p.x + 0.0F, p.y + 0.0F, p.z + 0.0F}; }

std::pair<Point, Point> edge(const Sector& s, int side) {
    const glm::vec3 a = side == kTop ? s.start + s.up : side == kRight ? s.start + s.right : s.start;
    const glm::vec3 b = a + (side == kBottom || side == kTop ? s.right : s.up);
    return key(a) < key(b) ? std::pair{key(a), key(b)} : std::pair{key(b), key(a)};
}

void find_neighbours(std::vector<Sector>& sectors) {
    std::map<std::pair<Point, Point>, std::pair<std::size_t, int>> open;
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        for (int side = 0; side < 4; ++side) {
            const auto [at, is_new] = open.try_emplace(edge(sectors[k], side), k, side);
            if (is_new) continue;
            const auto [other, other_side] = at->second;
            sectors[k].neighbour[static_cast<std::size_t>(side)] = static_cast<std::int32_t>(other);
            sectors[other].neighbour[static_cast<std::size_t>(other_side)] = static_cast<std::int32_t>(k);
            open.erase(at);
        }
    }
    if (!open.empty()) throw std::logic_error("cube sphere: a sector's edge has no neighbour");
}

}  // namespace

std::vector<Sector> make_sectors(std::int32_t n) {
    std::vector<Sector> sectors;
    const float size = 2.0F / static_cast<float>(n);
    for (const Face& face : kFaces) {
        for (std::int32_t j = 0; j < n; ++j) {
            for (std::int32_t i = 0; i < n; ++i) {
                Sector s;
                s.right = face.right * size;
                s.up = face.up * size;
                s.start =
                    face.normal - face.right - face.up + s.right * static_cast<float>(i) + s.up * static_cast<float>(j);
                s.centre = unit(s.start + s.right * 0.5F + s.up * 0.5F);
                s.angle = largest_angle(s);
                s.neighbour = {-1, -1, -1, -1};
                sectors.push_back(s);
            }
        }
    }
    find_neighbours(sectors);
    return sectors;
}

}  // namespace terrain::planet
