#include "planet/scene.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <glm/geometric.hpp>
#include <type_traits>

#include "core/errors.h"

namespace terrain::planet {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr char kMagic[8] = {'T', 'G', 'S', 'C', 'E', 'N', 'E', '\0'};
constexpr std::uint32_t kMostViews = 3600;
constexpr std::uint32_t kMostName = 1024;

class Writer {
  public:
    template <class T>
    void scalar(T& value) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;
        const auto bits = std::bit_cast<Bits>(value);
        for (std::size_t k = 0; k < sizeof(T); ++k) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * k)));
    }
    void flag(bool& value) {
        std::uint32_t bits = value ? 1 : 0;
        scalar(bits);
    }
    template <class T>
    void resize(std::vector<T>& items, std::uint32_t /*most*/) {
        auto count = static_cast<std::uint32_t>(items.size());
        scalar(count);
    }
    void text(std::string& value) {
        auto count = static_cast<std::uint32_t>(value.size());
        scalar(count);
        bytes.insert(bytes.end(), value.begin(), value.end());
    }
    template <class T>
    void map_size(Map<T>& map) {
        scalar(map.width);
        scalar(map.height);
        bytes.reserve(bytes.size() + map.texels.size() * sizeof(T) + 4096);
    }

    std::vector<std::uint8_t> bytes;
};

[[noreturn]] void refuse(const std::string& why) { throw RunError("no preview scene: " + why); }

class Reader {
  public:
    Reader(const std::uint8_t* bytes, std::size_t size) : next_(bytes), left_(size) {}

    template <class T>
    void scalar(T& value) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;
        need(sizeof(T));
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < sizeof(T); ++k) bits |= static_cast<std::uint32_t>(next_[k]) << (8 * k);
        value = std::bit_cast<T>(static_cast<Bits>(bits));
        skip(sizeof(T));
    }
    void flag(bool& value) {
        std::uint32_t bits = 0;
        scalar(bits);
        if (bits > 1) refuse("a flag is neither 0 nor 1");
        value = bits == 1;
    }
    template <class T>
    void resize(std::vector<T>& items, std::uint32_t most) {
        std::uint32_t count = 0;
        scalar(count);
        if (count > most) refuse("a list is too long");
        items.assign(count, T{});
    }
    void text(std::string& value) {
        std::uint32_t count = 0;
        scalar(count);
        if (count > kMostName) refuse("a name is too long");
        need(count);
        value.assign(reinterpret_cast<const char*>(next_), count);
        skip(count);
    }
    template <class T>
    void map_size(Map<T>& map) {
        scalar(map.width);
        scalar(map.height);
        const auto is_side = [](std::int32_t side) { return side >= 1 && side <= kMaximumMapSide; };
        if (!is_side(map.width) || !is_side(map.height)) refuse("a map's size is out of bounds");
        const auto texels = static_cast<std::uint64_t>(map.width) * static_cast<std::uint64_t>(map.height);
        need(texels * sizeof(T));
        map.texels.resize(static_cast<std::size_t>(texels));
    }
    [[nodiscard]] std::size_t left() const { return left_; }

  private:
    void need(std::uint64_t count) const {
        if (count > left_) refuse("the file is cut off");
    }
    void skip(std::size_t count) {
        next_ += count;
        left_ -= count;
    }
    const std::uint8_t* next_;
    std::size_t left_;
};

template <class V>
void vector(V& v, glm::vec3& value) {
    v.scalar(value.x);
    v.scalar(value.y);
    v.scalar(value.z);
}

template <class V, class E>
void choice(V& v, E& value, std::uint32_t most) {
    auto bits = static_cast<std::uint32_t>(value);
    v.scalar(bits);
    if (bits > most) refuse("a choice is out of bounds");
    value = static_cast<E>(bits);
}

template <class V>
void geometry(V& v, Geometry& g) {
    v.scalar(g.sectors);
    v.scalar(g.grid);
    v.scalar(g.levels);
    v.scalar(g.largest_factor);
    v.scalar(g.target_px);
    v.flag(g.adaptive);
    v.scalar(g.lowest);
    v.scalar(g.highest);
}

template <class V>
void maps(V& v, Scene& s) {
    v.map_size(s.heights);
    for (float& texel : s.heights.texels) v.scalar(texel);
    v.map_size(s.normals);
    for (PackedNormal& texel : s.normals.texels) {
        v.scalar(texel.x);
        v.scalar(texel.y);
    }
    v.map_size(s.surface);
    for (Surface& texel : s.surface.texels) {
        v.scalar(texel.x);
        v.scalar(texel.y);
        v.scalar(texel.z);
        v.scalar(texel.w);
    }
}

template <class V>
void looks(V& v, Scene& s) {
    v.scalar(s.detail.amplitude);
    v.scalar(s.detail.frequency);
    v.scalar(s.detail.octaves);
    v.scalar(s.detail.seed);
    vector(v, s.light.sun_colour);
    vector(v, s.light.ambient);
    vector(v, s.light.specular);
    v.scalar(s.light.specular_power);
    vector(v, s.atmosphere.colour);
    v.scalar(s.atmosphere.thickness);
    v.scalar(s.atmosphere.density);
    choice(v, s.background.kind, 2);
    vector(v, s.background.colour);
    v.scalar(s.background.star_density);
    v.scalar(s.background.star_seed);
    v.flag(s.wireframe);
    v.flag(s.lod_colours);
}

template <class V>
void view(V& v, View& w) {
    for (glm::vec3* value : {&w.eye, &w.right, &w.up, &w.forward}) vector(v, *value);
    v.scalar(w.tan_half_fov);
    v.scalar(w.near_plane);
    v.scalar(w.far_plane);
    vector(v, w.sun);
    v.text(w.file);
}

/// Leads a writer or a reader through all members in the file's order.
template <class V>
void visit(V& v, Scene& s) {
    v.scalar(s.width);
    v.scalar(s.height);
    v.scalar(s.ssaa);
    geometry(v, s.geometry);
    choice(v, s.cull, 2);
    maps(v, s);
    looks(v, s);
    v.resize(s.views, kMostViews);
    for (View& w : s.views) view(v, w);
}

bool is_power_of_two(std::int32_t value, std::int32_t most) {
    return value >= 1 && value <= most && std::has_single_bit(static_cast<std::uint32_t>(value));
}

/// Finite, and small enough that no sum of a few products overflows.
bool is_sane(float value) { return std::isfinite(value) && std::abs(value) <= 1e6F; }
bool is_sane(const glm::vec3& v) { return is_sane(v.x) && is_sane(v.y) && is_sane(v.z); }
bool is_unit(const glm::vec3& v) { return is_sane(v) && std::abs(glm::dot(v, v) - 1.0F) < 1e-3F; }

template <class T>
bool is_map(const Map<T>& map, const Scene& s) {
    const auto is_side = [](std::int32_t side) { return side >= 1 && side <= kMaximumMapSide; };
    return is_side(map.width) && is_side(map.height) && map.width == s.heights.width &&
           map.height == s.heights.height &&
           map.texels.size() == static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
}

std::string geometry_problem(const Scene& s) {
    const Geometry& g = s.geometry;
    if (!is_power_of_two(g.sectors, kMaximumSectors) || g.sectors < 2) return "sectors: not a power of two, 2 to 64";
    if (!is_power_of_two(g.grid, kMaximumGrid)) return "grid: not a power of two, 1 to 64";
    if (!is_power_of_two(g.largest_factor, kMaximumFactor)) return "largest factor: not a power of two, 1 to 64";
    if (g.levels < 1 || g.levels > 8) return "levels: not 1 to 8";
    if (!is_sane(g.target_px) || g.target_px < 0.1F) return "target edge length: less than 0.1 pixel";
    if (!is_sane(g.lowest) || !is_sane(g.highest) || g.lowest <= -1.0F || g.highest < g.lowest || g.highest > 4.0F) {
        return "bounds of the height: out of order, or outside of -1 to 4 radii";
    }
    if (!is_map(s.heights, s) || !is_map(s.normals, s) || !is_map(s.surface, s)) return "maps: sizes are wrong";
    const auto in_bounds = [&](float h) { return h >= g.lowest && h <= g.highest; };
    if (!std::all_of(s.heights.texels.begin(), s.heights.texels.end(), in_bounds)) return "a height is out of bounds";
    return "";
}

std::string looks_problem(const Scene& s) {
    const auto within = [](float value, float least, float most) { return value >= least && value <= most; };
    if (s.detail.octaves < 0 || s.detail.octaves > 8) return "octaves of detail: not 0 to 8";
    if (!within(s.detail.amplitude, 0.0F, 1.0F) || !within(s.detail.frequency, 1.0F, 1e5F)) return "detail: bad value";
    for (const glm::vec3& c :
         {s.light.sun_colour, s.light.ambient, s.light.specular, s.atmosphere.colour, s.background.colour}) {
        if (!is_sane(c) || c.x < 0.0F || c.y < 0.0F || c.z < 0.0F) return "a colour is negative or not finite";
    }
    if (!within(s.light.specular_power, 1.0F, 10000.0F)) return "specular power: not 1 to 10000";
    if (!within(s.atmosphere.thickness, 0.0F, 2.0F)) return "thickness of the atmosphere: not 0 to 2 radii";
    if (!within(s.atmosphere.density, 0.0F, 100.0F)) return "density of the atmosphere: not 0 to 100";
    if (!within(s.background.star_density, 0.0F, 100.0F)) return "density of stars: not 0 to 100";
    return "";
}

std::string view_problem(const View& w) {
    if (!is_sane(w.eye) || glm::dot(w.eye, w.eye) < 1e-6F) return "eye: in the centre, or not finite";
    if (!is_unit(w.right) || !is_unit(w.up) || !is_unit(w.forward)) return "the view's axes are not of length 1";
    if (!is_unit(w.sun)) return "the sun's direction is not of length 1";
    if (!is_sane(w.tan_half_fov) || w.tan_half_fov < 1e-4F) return "field of view: out of bounds";
    if (!is_sane(w.far_plane) || !(w.near_plane > 0.0F) || w.far_plane <= w.near_plane) return "near and far plane";
    const std::string& f = w.file;
    if (f.empty() || f == "." || f == ".." || f.size() > kMostName || f.find_first_of("/\\:") != std::string::npos) {
        return "a picture's name is no plain file name";
    }
    return "";
}

}  // namespace

std::string scene_problem(const Scene& s) {
    const auto is_side = [](std::int32_t side) { return side >= 1 && side <= kMaximumPictureSide; };
    if (!is_side(s.width) || !is_side(s.height)) return "picture's size: not 1 to 16384";
    if (s.ssaa < 1 || s.ssaa > 4) return "samples: not 1 to 4";
    if (std::string problem = geometry_problem(s); !problem.empty()) return problem;
    if (std::string problem = looks_problem(s); !problem.empty()) return problem;
    if (s.views.empty() || s.views.size() > kMostViews) return "views: not 1 to 3600";
    for (const View& w : s.views) {
        if (std::string problem = view_problem(w); !problem.empty()) return problem;
    }
    return "";
}

std::vector<std::uint8_t> encode_scene(const Scene& scene) {
    Writer writer;
    writer.bytes.assign(std::begin(kMagic), std::end(kMagic));
    std::uint32_t version = kVersion;
    writer.scalar(version);
    // The visitor that also reads needs members it may change; the writer changes none.
    visit(writer, const_cast<Scene&>(scene));
    return std::move(writer.bytes);
}

Scene decode_scene(const std::uint8_t* bytes, std::size_t size) {
    if (size < sizeof(kMagic) || std::memcmp(bytes, kMagic, sizeof(kMagic)) != 0) refuse("the first bytes are wrong");
    Reader reader(bytes + sizeof(kMagic), size - sizeof(kMagic));
    std::uint32_t version = 0;
    reader.scalar(version);
    if (version != kVersion) refuse("version " + std::to_string(version) + " is unknown");
    Scene scene;
    visit(reader, scene);
    if (reader.left() > 0) refuse("bytes follow its end");
    if (const std::string problem = scene_problem(scene); !problem.empty()) refuse(problem);
    return scene;
}

void write_scene(const std::filesystem::path& file, const Scene& scene) {
    const std::vector<std::uint8_t> bytes = encode_scene(scene);
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) throw RunError("cannot write " + file.string());
}

Scene read_scene(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : -1;
    if (size < 0) throw RunError("cannot read " + file.string());
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(bytes.data()), size);
    if (!stream) throw RunError("cannot read " + file.string());
    try {
        return decode_scene(bytes.data(), bytes.size());
    } catch (const RunError& error) {
        throw RunError(file.string() + ": " + error.what());
    }
}

}  // namespace terrain::planet
