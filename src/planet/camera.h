// Cameras: one that looks at the whole planet from outside, and one that walks on it.
#pragma once

#include <glm/vec3.hpp>

#include "planet/scene.h"

namespace terrain::planet {

/// Looks at the centre, north up. Angles in degrees.
struct Orbit {
    double latitude = 0;
    double longitude = 0;  ///< 0: the map's middle column; grows eastwards
    double fov = 30;       ///< vertical field of view, 1 to 120
    double distance = 0;   ///< of the eye from the centre, radii; 0: as far as `fill` needs
    double fill = 0.85;    ///< part of the shorter side's half that the planet with its relief spans, 0.01 to 4
};

/// Distance at which a sphere of radius `radius` around the centre spans `fill` of half the shorter side.
double fit_distance(double radius, double fill, double fov, double aspect);

/// Radius, in parts of half the picture's height, of the disc that a sphere of radius 1 shows as.
double disc_radius(double distance, double fov);

/// Eye, axes, near and far plane of an orbit camera; width / height = aspect, ground between radii low and high. The
/// sun and the file are left alone. At a pole up points along the given longitude, so that it stays continuous.
View orbit_view(const Orbit& orbit, double aspect, double low, double high);

/// The sun's direction, seen from a camera: azimuth 0 stands behind it, positive to its right; elevation up. Degrees.
glm::vec3 sun_from_camera(const View& view, double azimuth, double elevation);

/// A camera that walks on the planet: a position with its own frame (right, up, ahead along the ground), and a gaze
/// turned from it by yaw and pitch. Frames stay orthonormal, and the distance from the centre is the radius at every
/// step. Angles in radians.
class WalkCamera {
  public:
    /// At latitude and longitude (degrees), `radius` from the centre, ahead pointing to the compass heading (degrees,
    /// 0 north, 90 east).
    WalkCamera(double latitude, double longitude, double radius, double heading);

    /// Turns the gaze: yaw to the right, pitch down; pitch ends 0.5 % short of straight up and down.
    void turn(double yaw, double pitch);
    /// One step of `ahead` and `aside` (radii, along the ground) towards where the camera looks; then `radius` from the
    /// centre. The turn goes into the frame: yaw is 0 after it.
    void step(double ahead, double aside, double radius);

    [[nodiscard]] glm::dvec3 position() const { return position_; }
    [[nodiscard]] glm::dvec3 up() const { return up_; }
    [[nodiscard]] glm::dvec3 ahead() const { return ahead_; }
    [[nodiscard]] glm::dvec3 right() const { return right_; }
    /// The gaze: cos p sin y right - sin p up + cos p cos y ahead.
    [[nodiscard]] glm::dvec3 gaze() const;
    /// fov: vertical, degrees. low, high: of the ground's radii.
    [[nodiscard]] View view(double fov, double low, double high) const;

  private:
    glm::dvec3 position_, right_, up_, ahead_;
    double yaw_ = 0;
    double pitch_ = 0;
};

}  // namespace terrain::planet
