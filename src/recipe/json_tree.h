// JSON as a tree that knows where in the text each value stands, and numbers as they were written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace terrain {

/// Where a value comes from: a line and column (in characters, from 1) of the file, or the override of that index.
struct Place {
    int line = 1;
    int column = 1;
    int override_index = -1;
};

struct JsonMember;

/// One value. `text` is a string's value or a number exactly as written, so that no digit is lost and no locale
/// matters.
struct JsonNode {
    enum class Kind { null, boolean, number, string, array, object };
    Kind kind = Kind::null;
    bool boolean = false;
    Place place;
    std::string text;
    std::vector<JsonNode> items;
    std::vector<JsonMember> members;  ///< in the order of the text; keys are unique

    [[nodiscard]] const JsonNode* find(std::string_view key) const;
    [[nodiscard]] JsonNode* find(std::string_view key);
};

struct JsonMember {
    std::string key;
    Place place;  ///< of the key
    JsonNode value;
};

/// "an object", "the number 5", "the string \"x\"": a value as messages name it.
std::string describe(const JsonNode& node);

/// Parses one strict JSON text (RFC 8259; a UTF-8 BOM is skipped): no comments, no trailing commas, no NaN, no
/// duplicate keys, nothing after the value, at most 32 levels deep. `source` starts the messages: the file's name, or
/// the flag if override_index is not negative; `root_path` is the path of the value itself. Throws UserError.
JsonNode parse_json(std::string_view text, const std::string& source, int override_index = -1,
                    const std::string& root_path = "$");

/// "file:line:column" or the flag alone.
std::string place_text(const Place& place, const std::string& file, const std::vector<std::string>& flags);

}  // namespace terrain
