#include "recipe/overrides.h"

#include <fmt/format.h>

#include <charconv>

#include "core/errors.h"
#include "recipe/outputs.h"
#include "recipe/text.h"

namespace terrain {
namespace {

// ".5" and "-.5", which people type and JSON has not.
bool is_bare_fraction(std::string_view text) {
    double value = 0;
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return digits.starts_with('.') && error == std::errc{} && end == text.data() + text.size();
}

// A value that is no JSON is a string; one that sets out to be an object, an array or a string must be right.
JsonNode value_of(const Override& change, int index, const std::string& path) {
    const std::size_t first = change.value.find_first_not_of(" \t\r\n");
    const bool is_json =
        first != std::string::npos && std::string_view("{[\"").find(change.value[first]) != std::string_view::npos;
    try {
        return parse_json(change.value, printable(change.flag, 200), index, path);
    } catch (const UserError&) {
        if (is_json) throw;
    }
    JsonNode node;
    node.kind = is_bare_fraction(change.value) ? JsonNode::Kind::number : JsonNode::Kind::string;
    node.place.override_index = index;
    node.text = change.value;
    return node;
}

JsonNode object_at(int index) {
    JsonNode node;
    node.kind = JsonNode::Kind::object;
    node.place.override_index = index;
    return node;
}

JsonNode default_outputs_node(int index) {
    JsonNode node = object_at(index);
    node.kind = JsonNode::Kind::array;
    for (const OutputFields& output : default_outputs()) {
        JsonNode layer = object_at(index);
        layer.kind = JsonNode::Kind::string;
        layer.text = output.layer;
        node.items.push_back(object_at(index));
        node.items.back().members.push_back({"layer", layer.place, layer});
    }
    return node;
}

[[noreturn]] void fail(const Override& change, const std::string& path, const std::string& message) {
    throw UserError(fmt::format("{}: {}: {}", printable(change.flag, 200), path, message));
}

JsonNode& item(JsonNode& array, std::string_view step, const Override& change, int index, const std::string& path) {
    std::size_t k = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), k);
    const bool plain = step.size() == 1 || !step.starts_with('0');  // one spelling for each index
    if (error != std::errc{} || end != step.data() + step.size() || !plain || k > array.items.size()) {
        fail(change, path,
             fmt::format("\"{}\" is no index; allowed: 0 to {} ({} appends)", printable(step), array.items.size(),
                         array.items.size()));
    }
    if (k == array.items.size()) array.items.push_back(object_at(index));
    return array.items[k];
}

JsonNode& member(JsonNode& object, std::string_view step, int index) {
    if (JsonNode* found = object.find(step)) return *found;
    object.members.push_back({std::string(step), object_at(index).place, object_at(index)});
    return object.members.back().value;
}

}  // namespace

void apply_override(JsonNode& root, const Override& change, int index) {
    std::string_view rest = change.path;
    if (rest.starts_with("$.")) rest.remove_prefix(2);
    if (rest.starts_with("outputs.") && root.find("outputs") == nullptr) {
        root.members.push_back({"outputs", object_at(index).place, default_outputs_node(index)});
    }
    JsonNode* node = &root;
    std::string path = "$";
    for (bool more = true; more;) {
        const std::size_t dot = rest.find('.');
        const std::string_view step = rest.substr(0, dot);
        more = dot != std::string_view::npos;
        rest.remove_prefix(more ? dot + 1 : rest.size());
        if (step.empty()) {
            fail(change, path, "a part of the path is empty; allowed: path.to.field=value");
        }
        if (node->kind == JsonNode::Kind::array) {
            node = &item(*node, step, change, index, path);
            path += fmt::format("[{}]", step);
        } else if (node->kind == JsonNode::Kind::object) {
            node = &member(*node, step, index);
            path += fmt::format(".{}", printable(step));
        } else {
            fail(change, path,
                 fmt::format("is {} and has no field \"{}\"; allowed: the path of a field", describe(*node),
                             printable(step)));
        }
        if (path.size() > 1000) fail(change, path.substr(0, 200), "the path is too long; allowed: the path of a field");
    }
    *node = value_of(change, index, path);
}

}  // namespace terrain
