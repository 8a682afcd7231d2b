#include "planet/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "core/math.h"
#include "planet/sphere.h"

namespace terrain::planet {
namespace {

constexpr double kDegree = math::kPi / 180.0;

double tan_half(double degrees) {
    const double half = 0.5 * degrees * kDegree;
    return math::sin(half) / math::cos(half);
}

// How far the ground can be: a tangent ray of the lowest ground goes on to the highest. A margin for rounding.
double farthest_ground(double distance, double low, double high) {
    const double near_part = std::sqrt(std::max(0.0, distance * distance - low * low));
    return 1.01 * (near_part + std::sqrt(std::max(0.0, high * high - low * low)));
}

glm::dvec3 north_of(double latitude, double longitude) {
    const double a = latitude * kDegree;
    const double b = (longitude + 180.0) * kDegree;
    return {-math::sin(a) * math::cos(b), math::cos(a), -math::sin(a) * math::sin(b)};
}

void set_axes(View& view, const glm::dvec3& forward, const glm::dvec3& up) {
    view.forward = glm::vec3(forward);
    view.up = glm::vec3(up);
    view.right = glm::vec3(glm::normalize(glm::cross(up, forward)));
}

}  // namespace

double fit_distance(double radius, double fill, double fov, double aspect) {
    const double t = fill * tan_half(fov) * std::min(1.0, aspect);
    return radius * std::sqrt(1.0 + 1.0 / (t * t));
}

double disc_radius(double distance, double fov) {
    return 1.0 / (tan_half(fov) * std::sqrt(std::max(1e-12, distance * distance - 1.0)));
}

View orbit_view(const Orbit& orbit, double aspect, double low, double high) {
    const double distance = orbit.distance > 0 ? orbit.distance : fit_distance(high, orbit.fill, orbit.fov, aspect);
    const glm::dvec3 out = direction_of(orbit.latitude, orbit.longitude);
    View view;
    view.eye = glm::vec3(out * distance);
    set_axes(view, -out, north_of(orbit.latitude, orbit.longitude));
    view.tan_half_fov = static_cast<float>(tan_half(orbit.fov));
    view.near_plane = static_cast<float>(std::max(0.5 * (distance - high), 1e-4));
    view.far_plane = static_cast<float>(farthest_ground(distance, low, high));
    return view;
}

glm::vec3 sun_from_camera(const View& view, double azimuth, double elevation) {
    const double az = azimuth * kDegree;
    const double el = elevation * kDegree;
    const glm::dvec3 sun = glm::dvec3(view.right) * (math::sin(az) * math::cos(el)) +
                           glm::dvec3(view.up) * math::sin(el) -
                           glm::dvec3(view.forward) * (math::cos(az) * math::cos(el));
    return glm::vec3(glm::normalize(sun));
}

WalkCamera::WalkCamera(double latitude, double longitude, double radius, double heading)
    : position_(direction_of(latitude, longitude) * radius), up_(direction_of(latitude, longitude)) {
    const glm::dvec3 north = north_of(latitude, longitude);
    const glm::dvec3 east = glm::cross(up_, north);
    const double h = heading * kDegree;
    ahead_ = north * math::cos(h) + east * math::sin(h);
    right_ = glm::normalize(glm::cross(up_, ahead_));
}

void WalkCamera::turn(double yaw, double pitch) {
    constexpr double kSteepest = 0.4975 * math::kPi;
    yaw_ += yaw;
    pitch_ = std::clamp(pitch_ + pitch, -kSteepest, kSteepest);
}

glm::dvec3 WalkCamera::gaze() const {
    return right_ * (math::cos(pitch_) * math::sin(yaw_)) - up_ * math::sin(pitch_) +
           ahead_ * (math::cos(pitch_) * math::cos(yaw_));
}

void WalkCamera::step(double ahead, double aside, double radius) {
    const glm::dvec3 look = gaze();
    const glm::dvec3 along = glm::normalize(ahead_ * glm::dot(ahead_, look) + right_ * glm::dot(right_, look));
    // To the right of where the camera looks, not of where it looked before the turn.
    const glm::dvec3 side = glm::cross(up_, along);
    up_ = glm::normalize(position_ + along * ahead + side * aside);
    right_ = glm::normalize(glm::cross(up_, along));
    ahead_ = glm::normalize(along - up_ * glm::dot(up_, along));
    position_ = up_ * radius;
    yaw_ = 0;
}

View WalkCamera::view(double fov, double low, double high) const {
    View view;
    view.eye = glm::vec3(position_);
    const glm::dvec3 forward = glm::normalize(gaze());
    const glm::dvec3 right = glm::normalize(glm::cross(up_, forward));
    set_axes(view, forward, glm::normalize(glm::cross(forward, right)));
    view.tan_half_fov = static_cast<float>(tan_half(fov));
    const double distance = glm::length(position_);
    view.near_plane = static_cast<float>(std::clamp(0.05 * (distance - low), 1e-5, 0.05));
    view.far_plane = static_cast<float>(farthest_ground(std::max(distance, low), low, high) + 0.01);
    return view;
}

}  // namespace terrain::planet
