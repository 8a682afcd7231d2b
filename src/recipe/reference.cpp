#include <fmt/format.h>

#include "recipe/field_info.h"
#include "recipe/text.h"

namespace terrain {
namespace {

std::string bounds_text(const FieldInfo& info) {
    return fmt::format("{} to {}", number_text(info.bounds.low), number_text(info.bounds.high));
}

struct TypeText {
    std::string type;
    std::string allowed;
};

TypeText type_text(const FieldInfo& info) {
    switch (info.type) {
        case FieldType::boolean:
            return {"boolean", "true, false"};
        case FieldType::integer:
            return {"integer", bounds_text(info)};
        case FieldType::unsigned64:
            return {"integer", "0 to 18446744073709551615"};
        case FieldType::number:
            return {"number", bounds_text(info)};
        case FieldType::nullable_number:
            return {"number or null", bounds_text(info)};
        case FieldType::integer_pair:
            return {"[integer, integer]", bounds_text(info)};
        case FieldType::nullable_integer_pair:
            return {"[integer, integer] or null", bounds_text(info)};
        case FieldType::number_pair:
            return {"[number, number]", bounds_text(info)};
        case FieldType::points:
            return {"array of [number, number]",
                    fmt::format("none, or 2 to {} points, {}", info.most, bounds_text(info))};
        case FieldType::range:
            return {"minmax or [number, number]", bounds_text(info)};
        case FieldType::text:
            return {"string", std::string(info.text_allowed)};
        case FieldType::name:
            return {"string", joined(info.names.names)};
        case FieldType::list:
            return {"array of objects", fmt::format("at most {}", info.most)};
        case FieldType::object:
        case FieldType::one_of:
            break;
    }
    return {"object", ""};
}

std::string value_text(const nlohmann::ordered_json& value) {
    if (value.is_number_float()) return number_text(value.get<double>());
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(value_text(item));
    return fmt::format("[{}]", joined(items));
}

std::string default_text(const FieldInfo& info) {
    if (info.required) return "required";
    if (!info.field.default_text.empty()) return std::string(info.field.default_text);
    if (info.type == FieldType::object || info.type == FieldType::one_of || info.type == FieldType::list) return "";
    return value_text(info.value);
}

void add_rows(const FieldInfo& info, const std::string& path, std::string& table) {
    const TypeText type = type_text(info);
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", path, type.type, default_text(info), type.allowed,
                         info.field.unit, info.field.doc);
    if (info.type == FieldType::list) {
        for (const FieldInfo& child : info.children.front().children) {
            add_rows(child, fmt::format("{}[].{}", path, child.field.name), table);
        }
        return;
    }
    for (const FieldInfo& child : info.children) add_rows(child, fmt::format("{}.{}", path, child.field.name), table);
}

}  // namespace

std::string recipe_reference() {
    std::string table =
        "| Field | Type | Default | Allowed | Unit | Meaning |\n"
        "| --- | --- | --- | --- | --- | --- |\n";
    for (const FieldInfo& child : all_fields().children) add_rows(child, std::string(child.field.name), table);
    return table;
}

}  // namespace terrain
