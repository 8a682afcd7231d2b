#include "recipe/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "recipe/text.h"

namespace terrain {
namespace {

using Kind = JsonNode::Kind;

std::string integers_between(Range<int> r) {
    return fmt::format("an integer from {} to {}, without fraction or exponent", r.low, r.high);
}
std::string numbers_between(Range<double> r) {
    return fmt::format("a number from {} to {}", number_text(r.low), number_text(r.high));
}

// The whole text as a number of type T; from_chars knows no locale.
template <class T>
bool parse_number(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

FieldReader::FieldReader(const JsonNode& root, std::string file, std::vector<std::string> flags)
    : file_(std::move(file)), flags_(std::move(flags)) {
    levels_.push_back({&root, "$", {}});
    places_["$"] = root.place;
    if (root.kind != Kind::object) {
        wrong(root, "$", "an object, {...}");
        levels_.back().node = nullptr;
    }
}

void FieldReader::finish() { unknown_keys(levels_.front()); }

std::string FieldReader::path_of(const Field& f) const { return fmt::format("{}.{}", levels_.back().path, f.name); }

void FieldReader::error(const Place& place, const std::string& path, const std::string& message) {
    errors_.push_back(fmt::format("{}: {}: {}", place_text(place, file_, flags_), path, message));
}

void FieldReader::report(const std::string& path, const std::string& message) {
    std::string written = path;
    while (!places_.contains(written)) written.resize(written.find_last_of(".["));
    error(places_.at(written), path, message);
}

void FieldReader::wrong(const JsonNode& node, const std::string& path, const std::string& allowed) {
    error(node.place, path, fmt::format("{}; allowed: {}", describe(node), allowed));
}

const JsonNode* FieldReader::member(const Field& f, bool required) {
    Level& level = levels_.back();
    level.known.push_back(f.name);
    if (level.node == nullptr) return nullptr;
    const JsonNode* node = level.node->find(f.name);
    if (node != nullptr) {
        places_[path_of(f)] = node->place;
    } else if (required) {
        error(level.node->place, level.path, fmt::format("\"{}\" is missing; it has no default", f.name));
    }
    return node;
}

void FieldReader::enter(const JsonNode* node, const std::string& path, const Body& body) {
    if (node != nullptr && node->kind != Kind::object) {
        wrong(*node, path, "an object, {...}");
        node = nullptr;
    }
    levels_.push_back({node, path, {}});
    body();
    unknown_keys(levels_.back());
    levels_.pop_back();
}

void FieldReader::unknown_keys(const Level& level) {
    if (level.node == nullptr) return;
    for (const JsonMember& item : level.node->members) {
        if (std::find(level.known.begin(), level.known.end(), item.key) != level.known.end()) continue;
        const std::string_view near = nearest(item.key, level.known);
        const std::string hint = near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
        error(item.place, fmt::format("{}.{}", level.path, printable(item.key)),
              fmt::format("unknown key \"{}\"{}{} allowed: {}", printable(item.key), hint, near.empty() ? ";" : "",
                          joined(level.known)));
    }
}

bool FieldReader::read_integer(const JsonNode& node, const std::string& path, Range<int> r, int& value) {
    std::int64_t read = 0;
    if (node.kind != Kind::number || !parse_number(node.text, read) || read < r.low || read > r.high) {
        wrong(node, path, integers_between(r));
        return false;
    }
    value = static_cast<int>(read);
    return true;
}

bool FieldReader::read_number(const JsonNode& node, const std::string& path, Range<double> r, double& value) {
    double read = 0;
    if (node.kind != Kind::number || !parse_number(node.text, read) || !(read >= r.low && read <= r.high)) {
        wrong(node, path, numbers_between(r));
        return false;
    }
    value = read + 0.0;  // makes -0 the plain zero
    return true;
}

bool FieldReader::is_pair(const JsonNode& node, const std::string& path, const std::string& allowed) {
    if (node.kind == Kind::array && node.items.size() == 2) return true;
    wrong(node, path, allowed);
    return false;
}

void FieldReader::boolean(const Field& f, bool& value) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    if (node->kind != Kind::boolean) return wrong(*node, path_of(f), "true or false");
    value = node->boolean;
}

void FieldReader::flag(const Field& f, std::optional<bool>& value) {
    bool given = false;
    boolean(f, given);
    const Level& level = levels_.back();
    if (level.node != nullptr && level.node->find(f.name) != nullptr) value = given;
}

void FieldReader::integer(const Field& f, int& value, Range<int> r) {
    if (const JsonNode* node = member(f)) read_integer(*node, path_of(f), r, value);
}

void FieldReader::unsigned64(const Field& f, std::uint64_t& value) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    std::uint64_t read = 0;
    if (node->kind != Kind::number || !parse_number(node->text, read)) {
        return wrong(*node, path_of(f), "an integer from 0 to 18446744073709551615, without fraction or exponent");
    }
    value = read;
}

void FieldReader::number(const Field& f, double& value, Range<double> r) {
    if (const JsonNode* node = member(f)) read_number(*node, path_of(f), r, value);
}

void FieldReader::nullable(const Field& f, std::optional<double>& value, Range<double> r) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    value.reset();
    if (node->kind == Kind::null) return;
    if (node->kind != Kind::number) return wrong(*node, path_of(f), numbers_between(r) + ", or null");
    double read = 0;
    if (read_number(*node, path_of(f), r, read)) value = read;
}

void FieldReader::integers(const Field& f, std::array<std::int32_t, 2>& value, Range<int> r) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    const std::string path = path_of(f);
    if (!is_pair(*node, path, fmt::format("an array of two integers, each from {} to {}", r.low, r.high))) return;
    for (std::size_t k = 0; k < 2; ++k) read_integer(node->items[k], fmt::format("{}[{}]", path, k), r, value[k]);
}

void FieldReader::nullable_integers(const Field& f, std::optional<std::array<std::int32_t, 2>>& value, Range<int> r) {
    const Level& level = levels_.back();
    const JsonNode* node = level.node == nullptr ? nullptr : level.node->find(f.name);
    if (node == nullptr || node->kind == Kind::null) {
        member(f);
        if (node != nullptr) value.reset();
        return;
    }
    std::array<std::int32_t, 2> pair{r.low, r.low};
    integers(f, pair, r);
    value = pair;
}

void FieldReader::numbers(const Field& f, std::array<double, 2>& value, Range<double> r, bool ascending) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    const std::string path = path_of(f);
    if (!is_pair(*node, path, fmt::format("an array of two, each {}", numbers_between(r)))) return;
    bool good = true;
    for (std::size_t k = 0; k < 2; ++k) {
        good &= read_number(node->items[k], fmt::format("{}[{}]", path, k), r, value[k]);
    }
    if (good && ascending && value[0] > value[1]) {
        error(node->place, path,
              fmt::format("[{}, {}]; allowed: [low, high] with low <= high", number_text(value[0]),
                          number_text(value[1])));
    }
}

void FieldReader::points(const Field& f, std::vector<glm::dvec2>& value, Range<double> r, std::size_t most) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    const std::string path = path_of(f);
    if (node->kind != Kind::array || node->items.size() == 1 || node->items.size() > most) {
        return wrong(*node, path, fmt::format("an array of 2 to {} points [in, out], or none", most));
    }
    value.clear();
    for (std::size_t k = 0; k < node->items.size(); ++k) {
        const JsonNode& item = node->items[k];
        const std::string item_path = fmt::format("{}[{}]", path, k);
        if (!is_pair(item, item_path, fmt::format("a point [in, out], each {}", numbers_between(r)))) return;
        glm::dvec2 point{0.0, 0.0};
        const bool good_x = read_number(item.items[0], item_path + "[0]", r, point.x);
        if (!read_number(item.items[1], item_path + "[1]", r, point.y) || !good_x) return;
        if (!value.empty() && !(value.back().x < point.x)) {
            return error(item.place, item_path,
                         fmt::format("its `in` {} does not exceed that of the point before, {}; allowed: ascending",
                                     number_text(point.x), number_text(value.back().x)));
        }
        value.push_back(point);
    }
}

void FieldReader::range(const Field& f, OutputRange& value, Range<double> r) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    const std::string path = path_of(f);
    if (node->kind == Kind::string && node->text == "minmax") {
        value.kind = OutputRange::Kind::minmax;
        return;
    }
    if (!is_pair(*node, path, fmt::format("\"minmax\", or [lo, hi] with lo < hi, each {}", numbers_between(r)))) return;
    const bool good_low = read_number(node->items[0], path + "[0]", r, value.lo);
    if (!read_number(node->items[1], path + "[1]", r, value.hi) || !good_low) return;
    if (!(value.lo < value.hi)) {
        return error(
            node->place, path,
            fmt::format("[{}, {}]; allowed: [lo, hi] with lo < hi", number_text(value.lo), number_text(value.hi)));
    }
    value.kind = OutputRange::Kind::fixed;
}

void FieldReader::text(const Field& f, std::string& value, const TextRule& rule) {
    const JsonNode* node = member(f, rule.required);
    if (node == nullptr) return;
    if (node->kind != Kind::string) return wrong(*node, path_of(f), fmt::format("a string ({})", rule.allowed));
    if (!is_utf8(node->text)) return error(node->place, path_of(f), "not UTF-8; allowed: text in UTF-8");
    if (const auto problem = rule.check(node->text)) return wrong(*node, path_of(f), *problem);
    value = node->text;
}

void FieldReader::name(const Field& f, std::string& value, const NameRule& rule) {
    const JsonNode* node = member(f, rule.required);
    if (node == nullptr) return;
    const JsonNode* selector = rule.selector.empty() ? nullptr : levels_.back().node->find(rule.selector);
    std::vector<std::string_view> allowed;
    for (const std::string_view name : rule.names) {
        if (selector == nullptr || rule.allowed(selector->text, name)) allowed.push_back(name);
    }
    if (node->kind == Kind::string && std::find(allowed.begin(), allowed.end(), node->text) != allowed.end()) {
        value = node->text;
        return;
    }
    const std::string_view near = node->kind == Kind::string ? nearest(node->text, allowed) : std::string_view();
    wrong(*node, path_of(f),
          joined(allowed) + (selector == nullptr ? "" : fmt::format(" (for {})", printable(selector->text))) +
              (near.empty() || node->text == near ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

void FieldReader::object(const Field& f, const Body& body) { enter(member(f), path_of(f), body); }

void FieldReader::one_of(const Field& f, std::span<const Alternative> alternatives, std::size_t current) {
    const JsonNode* node = member(f);
    const std::string path = path_of(f);
    enter(node, path, [&] {
        const JsonNode* given = levels_.back().node;
        std::size_t chosen = current;
        std::size_t count = 0;
        std::vector<std::string_view> names;
        for (std::size_t k = 0; k < alternatives.size(); ++k) {
            names.push_back(alternatives[k].field.name);
            levels_.back().known.push_back(names.back());
            if (given == nullptr || given->find(names.back()) == nullptr) continue;
            chosen = k;
            ++count;
        }
        if (count > 1) {
            error(given->place, path, fmt::format("more than one of {}; allowed: exactly one", joined(names)));
        } else if (count == 1 || given == nullptr || given->members.empty()) {
            object(alternatives[chosen].field, alternatives[chosen].body);
        }
    });
}

void FieldReader::list(const Field& f, std::size_t /*size*/, std::size_t most,
                       const std::function<void(std::size_t)>& resize, const std::function<void(std::size_t)>& body) {
    const JsonNode* node = member(f);
    if (node == nullptr) return;
    const std::string path = path_of(f);
    if (node->kind != Kind::array || node->items.size() > most) {
        return wrong(*node, path, fmt::format("an array of at most {} objects", most));
    }
    resize(node->items.size());
    for (std::size_t k = 0; k < node->items.size(); ++k) {
        const std::string item_path = fmt::format("{}[{}]", path, k);
        places_[item_path] = node->items[k].place;
        enter(&node->items[k], item_path, [&] { body(k); });
    }
}

}  // namespace terrain
