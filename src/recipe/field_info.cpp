#include "recipe/field_info.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

class Collector final : public FieldVisitor {
  public:
    explicit Collector(bool everything) : everything_(everything) { open_.emplace_back(); }

    FieldInfo take() { return std::move(open_.back()); }

    void boolean(const Field& f, bool& value) override { leaf(f, FieldType::boolean, value); }
    void integer(const Field& f, int& value, Range<int> r) override { leaf(f, FieldType::integer, value, r); }
    void unsigned64(const Field& f, std::uint64_t& value) override { leaf(f, FieldType::unsigned64, value); }
    void number(const Field& f, double& value, Range<double> r) override { leaf(f, FieldType::number, value, r); }
    void nullable(const Field& f, std::optional<double>& value, Range<double> r) override {
        leaf(f, FieldType::nullable_number, value ? Json(*value) : Json(nullptr), r);
    }
    void integers(const Field& f, std::array<std::int32_t, 2>& value, Range<int> r) override {
        leaf(f, FieldType::integer_pair, value, r);
    }
    void nullable_integers(const Field& f, std::optional<std::array<std::int32_t, 2>>& value, Range<int> r) override {
        leaf(f, FieldType::nullable_integer_pair, value ? Json(*value) : Json(nullptr), r);
    }
    void numbers(const Field& f, std::array<double, 2>& value, Range<double> r, bool /*ascending*/) override {
        leaf(f, FieldType::number_pair, value, r);
    }
    void points(const Field& f, std::vector<glm::dvec2>& value, Range<double> r, std::size_t most) override {
        Json array = Json::array();
        for (const glm::dvec2& point : value) array.push_back({point.x, point.y});
        leaf(f, FieldType::points, std::move(array), r).most = most;
    }
    void range(const Field& f, OutputRange& value, Range<double> r) override {
        const bool fixed = value.kind == OutputRange::Kind::fixed;
        FieldInfo& info = leaf(f, FieldType::range, fixed ? Json{value.lo, value.hi} : Json("minmax"), r);
        info.absent = value.kind == OutputRange::Kind::automatic;
    }
    void text(const Field& f, std::string& value, const TextRule& rule) override {
        FieldInfo& info = leaf(f, FieldType::text, value);
        info.text_allowed = rule.allowed;
        info.required = rule.required;
        info.absent = value.empty();
    }
    void name(const Field& f, std::string& value, const NameRule& rule) override {
        FieldInfo& info = leaf(f, FieldType::name, value);
        info.names = rule;
        info.required = rule.required;
        info.absent = value.empty();
    }
    void flag(const Field& f, std::optional<bool>& value) override {
        leaf(f, FieldType::boolean, value.value_or(false)).absent = !value;
    }
    void object(const Field& f, const Body& body) override { inside(f, FieldType::object, body); }
    void one_of(const Field& f, std::span<const Alternative> alternatives, std::size_t current) override {
        inside(f, FieldType::one_of, [&] {
            for (std::size_t k = 0; k < alternatives.size(); ++k) {
                if (everything_ || k == current) object(alternatives[k].field, alternatives[k].body);
            }
        });
    }
    void list(const Field& f, std::size_t size, std::size_t most, const std::function<void(std::size_t)>& resize,
              const std::function<void(std::size_t)>& body) override {
        if (everything_) resize(size = 1);
        inside(f, FieldType::list, [&] {
            for (std::size_t k = 0; k < size; ++k) {
                object({"", "one file"}, [&] { body(k); });
            }
        });
        open_.back().children.back().most = most;
    }

  private:
    FieldInfo& leaf(const Field& field, FieldType type, Json value, Range<double> bounds = {0.0, 0.0}) {
        FieldInfo& info = open_.back().children.emplace_back();
        info.field = field;
        info.type = type;
        info.bounds = bounds;
        info.value = std::move(value);
        return info;
    }
    FieldInfo& leaf(const Field& field, FieldType type, Json value, Range<int> bounds) {
        return leaf(field, type, std::move(value),
                    Range<double>{static_cast<double>(bounds.low), static_cast<double>(bounds.high)});
    }
    void inside(const Field& field, FieldType type, const Body& body) {
        FieldInfo& info = open_.emplace_back();
        info.field = field;
        info.type = type;
        body();
        FieldInfo done = std::move(open_.back());
        open_.pop_back();
        open_.back().children.push_back(std::move(done));
    }

    bool everything_;
    std::vector<FieldInfo> open_;
};

}  // namespace

FieldInfo fields_of(RecipeFields recipe) {
    Collector collector(false);
    describe(collector, recipe);
    return collector.take();
}

FieldInfo all_fields() {
    RecipeFields recipe;
    Collector collector(true);
    describe(collector, recipe);
    return collector.take();
}

}  // namespace terrain
