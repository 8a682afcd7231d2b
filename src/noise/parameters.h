// Parameters of the Perlin source.
#pragma once

#include <array>
#include <glm/vec2.hpp>
#include <vector>

namespace terrain {

enum class FractalType { fbm, ridged, billow };

struct CraterParameters {
    int count = 0;            ///< 0: none
    double largest = 0.05;    ///< diameter, share of the equator
    double smallest = 0.004;  ///< likewise, <= largest
    double exponent = 1.8;    ///< of the cumulative size-frequency law N(>= D) ~ D^-exponent
    double depth = 0.2;       ///< of the largest, share of the height range
};

struct PerlinParameters {
    FractalType type = FractalType::fbm;
    int octaves = 8;
    double frequency = 3.0;    ///< features (lattice cells of the first octave) across the map's longer side
    double lacunarity = 2.0;   ///< frequency ratio of one octave to the one before
    double persistence = 0.5;  ///< amplitude ratio, likewise
    double warp = 0.0;         ///< domain warp: largest displacement, in features
    std::array<double, 2> offset{0.0, 0.0};  ///< of the window, in features (x, y)
    /// Height curve: points (in, out) in [0,1], ascending in `in`, piecewise monotone cubic; empty is the identity.
    std::vector<glm::dvec2> curve;
    CraterParameters craters;  ///< of a planet
};

}  // namespace terrain
