#include <fmt/format.h>

#include "recipe/field_info.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

Json whole_or_real(double bound, bool whole) { return whole ? Json(static_cast<std::int64_t>(bound)) : Json(bound); }

Json scalar(const FieldInfo& info, bool whole) {
    return {{"type", whole ? "integer" : "number"},
            {"minimum", whole_or_real(info.bounds.low, whole)},
            {"maximum", whole_or_real(info.bounds.high, whole)}};
}

Json pair_of(const FieldInfo& info, bool whole) {
    return {{"type", "array"}, {"items", scalar(info, whole)}, {"minItems", 2}, {"maxItems", 2}};
}

Json or_null(Json schema) { return {{"anyOf", Json::array({std::move(schema), Json{{"type", "null"}}})}}; }

Json schema_of(const FieldInfo& info);

Json object_schema(const FieldInfo& info) {
    Json properties = Json::object();
    Json required = Json::array();
    Json rules = Json::array();
    for (const FieldInfo& child : info.children) {
        properties[std::string(child.field.name)] = schema_of(child);
        if (child.required) required.push_back(child.field.name);
        if (child.names.selector.empty()) continue;
        const std::string selector(child.names.selector);
        for (const std::string_view selected : child.names.selector_names) {
            Json allowed = Json::array();
            for (const std::string_view name : child.names.names) {
                if (child.names.allowed(selected, name)) allowed.push_back(name);
            }
            rules.push_back({{"if", {{"properties", {{selector, {{"const", selected}}}}}, {"required", {selector}}}},
                             {"then", {{"properties", {{std::string(child.field.name), {{"enum", allowed}}}}}}}});
        }
    }
    Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    if (!rules.empty()) schema["allOf"] = std::move(rules);
    return schema;
}

Json type_schema(const FieldInfo& info) {
    switch (info.type) {
        case FieldType::boolean:
            return {{"type", "boolean"}};
        case FieldType::integer:
            return scalar(info, true);
        case FieldType::unsigned64:
            return {{"type", "integer"}, {"minimum", 0}, {"maximum", 18446744073709551615ULL}};
        case FieldType::number:
            return scalar(info, false);
        case FieldType::nullable_number:
            return or_null(scalar(info, false));
        case FieldType::integer_pair:
            return pair_of(info, true);
        case FieldType::nullable_integer_pair:
            return or_null(pair_of(info, true));
        case FieldType::number_pair:
            return pair_of(info, false);
        case FieldType::points:
            return {{"type", "array"}, {"items", pair_of(info, false)}, {"maxItems", info.most}};
        case FieldType::range:
            return {{"anyOf", Json::array({Json{{"const", "minmax"}}, pair_of(info, false)})}};
        case FieldType::text:
            return {{"type", "string"}, {"minLength", 1}};
        case FieldType::name: {
            Json names = Json::array();
            for (const std::string_view name : info.names.names) names.push_back(name);
            return {{"enum", std::move(names)}};
        }
        case FieldType::one_of: {
            Json schema = object_schema(info);
            schema["maxProperties"] = 1;
            return schema;
        }
        case FieldType::list:
            return {{"type", "array"}, {"items", object_schema(info.children.front())}, {"maxItems", info.most}};
        case FieldType::object:
            break;
    }
    return object_schema(info);
}

Json schema_of(const FieldInfo& info) {
    std::string text(info.field.doc);
    if (!info.field.unit.empty()) text += fmt::format(" ({})", info.field.unit);
    if (!info.text_allowed.empty()) text += fmt::format("; {}", info.text_allowed);
    if (!info.field.default_text.empty()) text += fmt::format("; default: {}", info.field.default_text);
    Json schema{{"description", std::move(text)}};
    schema.update(type_schema(info));
    if (!info.value.is_null() && info.field.default_text.empty() && !info.required) schema["default"] = info.value;
    return schema;
}

}  // namespace

std::string recipe_schema() {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "terrain-gen recipe"},
                {"description", "Keys must be unique; integers are written without fraction or exponent."}};
    schema.update(object_schema(all_fields()));
    return schema.dump(2) + "\n";
}

}  // namespace terrain
