// The description of the fields as data: what the writer, the schema and the reference are made from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "recipe/fields.h"

namespace terrain {

enum class FieldType {
    boolean,
    integer,
    unsigned64,
    number,
    nullable_number,
    integer_pair,
    nullable_integer_pair,
    number_pair,
    points,
    range,
    text,
    name,
    object,
    one_of,
    list
};

struct FieldInfo {
    Field field;
    FieldType type = FieldType::object;
    Range<double> bounds{0.0, 0.0};
    std::size_t most = 0;           ///< points, list: how many
    NameRule names;                 ///< name
    std::string_view text_allowed;  ///< text
    bool required = false;
    bool absent = false;           ///< has no value: left out when written
    nlohmann::ordered_json value;  ///< of a leaf
    std::vector<FieldInfo> children;
};

/// The recipe's fields with its values; of the alternatives of a one_of the current one, of a list all items.
FieldInfo fields_of(RecipeFields recipe);

/// All fields with their defaults; of a one_of all alternatives, of a list one item.
FieldInfo all_fields();

}  // namespace terrain
