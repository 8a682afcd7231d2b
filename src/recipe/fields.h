// The one description of every field of a recipe: name, type, range, unit, meaning. Whatever needs to know the fields
// (reader, writer, schema, reference) is a FieldVisitor that is led through them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/recipe.h"

namespace terrain {

struct Field {
    std::string_view name;
    std::string_view doc;  ///< one line
    std::string_view unit = "";
    std::string_view default_text = "";  ///< where the default is no fixed value: how it comes about
};

/// Inclusive bounds.
template <class T>
struct Range {
    T low;
    T high;
};

/// What a text must be beyond a string: nothing if it is right, else what is allowed.
using TextCheck = std::optional<std::string> (*)(std::string_view);

struct TextRule {
    TextCheck check;
    std::string_view allowed;  ///< for the reference
    bool required = false;
};

/// One of several names; `selector` is the sibling field whose value decides which are allowed, if any.
struct NameRule {
    std::span<const std::string_view> names;
    std::string_view selector = "";
    std::span<const std::string_view> selector_names = {};
    bool (*allowed)(std::string_view selector_name, std::string_view name) = nullptr;
    bool required = false;
};

class FieldVisitor {
  public:
    using Body = std::function<void()>;
    struct Alternative {
        Field field;
        Body body;
    };

    virtual ~FieldVisitor() = default;
    virtual void boolean(const Field&, bool& value) = 0;
    virtual void integer(const Field&, int& value, Range<int>) = 0;
    virtual void unsigned64(const Field&, std::uint64_t& value) = 0;
    virtual void number(const Field&, double& value, Range<double>) = 0;
    /// A number or null.
    virtual void nullable(const Field&, std::optional<double>& value, Range<double>) = 0;
    virtual void integers(const Field&, std::array<std::int32_t, 2>& value, Range<int>) = 0;
    virtual void nullable_integers(const Field&, std::optional<std::array<std::int32_t, 2>>& value, Range<int>) = 0;
    /// ascending: the first may not exceed the second.
    virtual void numbers(const Field&, std::array<double, 2>& value, Range<double>, bool ascending) = 0;
    /// Pairs (in, out), strictly ascending in `in`; none or at least two.
    virtual void points(const Field&, std::vector<glm::dvec2>& value, Range<double>, std::size_t most) = 0;
    /// "minmax" or [lo, hi] with lo < hi; automatic when absent.
    virtual void range(const Field&, OutputRange& value, Range<double>) = 0;
    /// An empty text is an absent field.
    virtual void text(const Field&, std::string& value, const TextRule&) = 0;
    virtual void name(const Field&, std::string& value, const NameRule&) = 0;
    /// An optional boolean: absent where it has no meaning.
    virtual void flag(const Field&, std::optional<bool>& value) = 0;
    virtual void object(const Field&, const Body&) = 0;
    /// An object of exactly one of the alternatives; `current` is the one that holds a value now.
    virtual void one_of(const Field&, std::span<const Alternative>, std::size_t current) = 0;
    /// An array of objects. resize sets the number of items, body leads through the item of an index.
    virtual void list(const Field&, std::size_t size, std::size_t most, const std::function<void(std::size_t)>& resize,
                      const std::function<void(std::size_t)>& body) = 0;
};

/// An output as written: what is empty or absent is resolved from the layer (outputs.h).
struct OutputFields {
    std::string layer;
    std::string format;
    std::string file;
    OutputRange range;
    std::string y;
    std::optional<bool> flip_y;
    std::string source;
    std::string compression;
    std::string layout;
};

/// A recipe as written.
struct RecipeFields {
    std::string name;
    std::uint64_t seed = Recipe{}.seed;
    Projection projection = Projection::plane;
    Wrap wrap = Wrap::none;
    std::optional<std::array<std::int32_t, 2>> size;
    std::optional<double> cell_size_m;
    std::array<double, 2> height_m{World{}.low_m, World{}.high_m};
    std::optional<double> sea_level_m;
    int epsg = 0;
    std::array<double, 2> origin_m{0.0, 0.0};
    Target target = Target::none;
    TileLayout tiling;
    std::variant<PerlinParameters, HeightmapParameters> source;
    HydrologyParameters hydrology;
    RoutingParameters routing;
    MapParameters maps;
    std::vector<OutputFields> outputs;
    PreviewParameters preview;
};

/// Leads the visitor through all fields, in the order they are documented in.
void describe(FieldVisitor& visitor, RecipeFields& recipe);

/// Nothing if the text may be a recipe's name, else what is allowed.
std::optional<std::string> recipe_name_problem(std::string_view name);

inline constexpr Range<double> kCellSizeRange{1e-6, 1e6};

void describe_hydrology(FieldVisitor& visitor, HydrologyParameters& hydrology);
void describe_source(FieldVisitor& visitor, std::variant<PerlinParameters, HeightmapParameters>& source);
void describe_routing(FieldVisitor& visitor, RoutingParameters& routing);
void describe_maps(FieldVisitor& visitor, MapParameters& maps);
void describe_tiling(FieldVisitor& visitor, TileLayout& tiling);
void describe_outputs(FieldVisitor& visitor, std::vector<OutputFields>& outputs);
void describe_preview(FieldVisitor& visitor, PreviewParameters& preview);

}  // namespace terrain
