// The visitor that fills a recipe from a JSON tree and collects what is wrong with it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "recipe/fields.h"
#include "recipe/json_tree.h"

namespace terrain {

class FieldReader final : public FieldVisitor {
  public:
    /// file: as messages show it; flags: of the overrides, by index.
    FieldReader(const JsonNode& root, std::string file, std::vector<std::string> flags);

    /// Call when all fields were visited: adds the unknown keys of the root.
    void finish();
    [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }
    /// Adds an error at the place of the field of that path, or of its nearest parent that was written.
    void report(const std::string& path, const std::string& message);

    void boolean(const Field& f, bool& value) override;
    void integer(const Field& f, int& value, Range<int> r) override;
    void unsigned64(const Field& f, std::uint64_t& value) override;
    void number(const Field& f, double& value, Range<double> r) override;
    void nullable(const Field& f, std::optional<double>& value, Range<double> r) override;
    void integers(const Field& f, std::array<std::int32_t, 2>& value, Range<int> r) override;
    void nullable_integers(const Field& f, std::optional<std::array<std::int32_t, 2>>& value, Range<int> r) override;
    void numbers(const Field& f, std::array<double, 2>& value, Range<double> r, bool ascending) override;
    void points(const Field& f, std::vector<glm::dvec2>& value, Range<double> r, std::size_t most) override;
    void range(const Field& f, OutputRange& value, Range<double> r) override;
    void text(const Field& f, std::string& value, const TextRule& rule) override;
    void name(const Field& f, std::string& value, const NameRule& rule) override;
    void flag(const Field& f, std::optional<bool>& value) override;
    void object(const Field& f, const Body& body) override;
    void one_of(const Field& f, std::span<const Alternative> alternatives, std::size_t current) override;
    void list(const Field& f, std::size_t size, std::size_t most, const std::function<void(std::size_t)>& resize,
              const std::function<void(std::size_t)>& body) override;

  private:
    struct Level {
        const JsonNode* node;  ///< nothing where the recipe leaves the object out
        std::string path;
        std::vector<std::string_view> known;
    };
    const JsonNode* member(const Field& f, bool required = false);
    [[nodiscard]] std::string path_of(const Field& f) const;
    void enter(const JsonNode* node, const std::string& path, const Body& body);
    void unknown_keys(const Level& level);
    void error(const Place& place, const std::string& path, const std::string& message);
    void wrong(const JsonNode& node, const std::string& path, const std::string& allowed);
    bool read_integer(const JsonNode& node, const std::string& path, Range<int> r, int& value);
    bool read_number(const JsonNode& node, const std::string& path, Range<double> r, double& value);
    bool is_pair(const JsonNode& node, const std::string& path, const std::string& allowed);

    std::string file_;
    std::vector<std::string> flags_;
    std::vector<std::string> errors_;
    std::vector<Level> levels_;
    std::map<std::string, Place> places_;
};

}  // namespace terrain
