#include "planet/sphere.h"

#include "core/math.h"

namespace terrain::planet {

glm::dvec3 direction_of(double latitude, double longitude) {
    const double a = latitude * math::kPi / 180.0;
    const double b = (longitude + 180.0) * math::kPi / 180.0;
    return {math::cos(a) * math::cos(b), math::sin(a), math::cos(a) * math::sin(b)};
}

}  // namespace terrain::planet
