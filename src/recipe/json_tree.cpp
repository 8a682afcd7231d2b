#include "recipe/json_tree.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/errors.h"
#include "recipe/text.h"

namespace terrain {
namespace {

constexpr std::size_t kMaximumDepth = 32;
constexpr std::size_t kMaximumValues = 200000;
constexpr std::size_t kMaximumKeys = 200;
constexpr std::string_view kSeparators = " \t\r\n,:";

// Follows the text token by token behind nlohmann's parser, which checks the grammar but tells neither the places nor
// the digits of what it reads. Because every token that arrives here is well-formed, finding its end is easy.
class TokenCursor {
  public:
    TokenCursor(std::string_view text, int override_index) : text_(text) { place_.override_index = override_index; }

    std::string_view take() {
        move_to(std::min(text_.find_first_not_of(kSeparators, at_), text_.size()));
        token_place_ = place_;
        const std::size_t start = at_;
        move_to(token_end());
        return text_.substr(start, at_ - start);
    }
    [[nodiscard]] Place token_place() const { return token_place_; }
    [[nodiscard]] Place place_of(std::size_t offset) const {
        TokenCursor copy(text_, place_.override_index);
        copy.move_to(std::min(offset, text_.size()));
        return copy.place_;
    }

  private:
    [[nodiscard]] std::size_t token_end() const {
        if (at_ == text_.size()) return at_;
        const char first = text_[at_];
        if (first == '"') {
            std::size_t end = at_ + 1;
            while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
            return std::min(end + 1, text_.size());
        }
        if (std::string_view("{}[]").find(first) != std::string_view::npos) return at_ + 1;
        return std::min(text_.find_first_of(" \t\r\n,:{}[]\"", at_), text_.size());
    }
    void move_to(std::size_t end) {
        for (; at_ < end; ++at_) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '\n') {
                ++place_.line;
                place_.column = 1;
            } else if ((c & 0xc0) != 0x80) {  // a continuation byte of UTF-8 is no character of its own
                ++place_.column;
            }
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Place place_;
    Place token_place_;
};

class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
  public:
    TreeBuilder(std::string_view text, const std::string& source, int override_index, const std::string& root_path)
        : cursor_(text, override_index), source_(source), root_path_(root_path) {}

    bool null() override {
        scalar(JsonNode::Kind::null);
        return true;
    }
    bool boolean(bool value) override {
        scalar(JsonNode::Kind::boolean).boolean = value;
        return true;
    }
    bool number_integer(number_integer_t /*value*/) override { return number(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return number(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return number(); }
    bool string(string_t& value) override {
        scalar(JsonNode::Kind::string).text = value;
        return true;
    }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*elements*/) override { return open(JsonNode::Kind::object); }
    bool start_array(std::size_t /*elements*/) override { return open(JsonNode::Kind::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override {
        cursor_.take();
        JsonNode& object = *open_.back();
        if (object.find(value) != nullptr) {
            fail(cursor_.token_place(), fmt::format("duplicate key \"{}\"; allowed: each key once", printable(value)));
        }
        if (object.members.size() >= kMaximumKeys) {
            fail(cursor_.token_place(), fmt::format("too many keys; allowed: at most {} an object", kMaximumKeys));
        }
        object.members.push_back({value, cursor_.token_place(), {}});
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::json::exception& error) override {
        std::string what = error.what();
        if (const std::size_t column = what.find("column "); column != std::string::npos) {
            if (const std::size_t colon = what.find(": ", column); colon != std::string::npos) what.erase(0, colon + 2);
        } else if (const std::size_t bracket = what.find("] "); bracket != std::string::npos) {
            what.erase(0, bracket + 2);
        }
        fail(cursor_.place_of(position == 0 ? 0 : position - 1),
             printable(what, 240) + "; allowed: strict JSON (no comments, trailing commas, NaN or infinity)");
    }

    JsonNode take_root() { return std::move(root_); }

  private:
    JsonNode& scalar(JsonNode::Kind kind) {
        cursor_.take();
        return add(kind);
    }
    JsonNode& add(JsonNode::Kind kind) {
        if (++values_ > kMaximumValues) {
            fail(cursor_.token_place(), fmt::format("too many values; allowed: at most {}", kMaximumValues));
        }
        JsonNode* node = &root_;
        if (!open_.empty()) {
            JsonNode& parent = *open_.back();
            node = parent.kind == JsonNode::Kind::array ? &parent.items.emplace_back() : &parent.members.back().value;
        }
        node->kind = kind;
        node->place = cursor_.token_place();
        return *node;
    }
    bool number() {
        const std::string_view text = cursor_.take();
        add(JsonNode::Kind::number).text = text;
        return true;
    }
    bool open(JsonNode::Kind kind) {
        cursor_.take();
        if (open_.size() >= kMaximumDepth) {
            fail(cursor_.token_place(), fmt::format("nested too deep; allowed: at most {} levels", kMaximumDepth));
        }
        open_.push_back(&add(kind));
        return true;
    }
    bool close() {
        cursor_.take();
        open_.pop_back();
        return true;
    }
    [[nodiscard]] std::string path() const {
        std::string out = root_path_;
        for (const JsonNode* node : open_) {
            if (node->kind == JsonNode::Kind::object) {
                if (!node->members.empty()) out += fmt::format(".{}", printable(node->members.back().key));
            } else if (!node->items.empty()) {
                out += fmt::format("[{}]", node->items.size() - 1);
            }
        }
        return out.size() > 200 ? out.substr(0, 200) + "..." : out;
    }
    [[noreturn]] void fail(const Place& place, const std::string& message) const {
        const std::string where =
            place.override_index < 0 ? fmt::format("{}:{}:{}", source_, place.line, place.column) : source_;
        throw UserError(fmt::format("{}: {}: {}", where, path(), message));
    }

    TokenCursor cursor_;
    const std::string& source_;
    const std::string& root_path_;
    JsonNode root_;
    // The open containers. A pointer stays good: a container's parent grows again only after it is closed.
    std::vector<JsonNode*> open_;
    std::size_t values_ = 0;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
    for (const JsonMember& member : members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

JsonNode* JsonNode::find(std::string_view key) {
    return const_cast<JsonNode*>(static_cast<const JsonNode*>(this)->find(key));
}

std::string describe(const JsonNode& node) {
    switch (node.kind) {
        case JsonNode::Kind::null:
            return "null";
        case JsonNode::Kind::boolean:
            return node.boolean ? "true" : "false";
        case JsonNode::Kind::number:
            return printable(node.text);
        case JsonNode::Kind::string:
            return fmt::format("\"{}\"", printable(node.text));
        case JsonNode::Kind::array:
            return fmt::format("an array of {}", node.items.size());
        case JsonNode::Kind::object:
            break;
    }
    return "an object";
}

JsonNode parse_json(std::string_view text, const std::string& source, int override_index,
                    const std::string& root_path) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.starts_with("\xef\xbb\xbf")) {
        throw UserError(fmt::format("{}{}: {}: a second byte order mark; allowed: one at most", source,
                                    override_index < 0 ? ":1:1" : "", root_path));
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw UserError(fmt::format("{}{}: {}: empty; allowed: a JSON value, for a recipe an object such as {{}}",
                                    source, override_index < 0 ? ":1:1" : "", root_path));
    }
    // The parser takes a NUL for the end of the text: what follows it would go unread.
    const std::size_t nul = text.find('\0');
    TreeBuilder builder(text.substr(0, nul), source, override_index, root_path);
    nlohmann::json::sax_parse(text.substr(0, nul), &builder);
    if (nul != std::string_view::npos) {
        builder.parse_error(nul + 1, "", nlohmann::json::other_error::create(0, "a NUL character", nullptr));
    }
    return builder.take_root();
}

std::string place_text(const Place& place, const std::string& file, const std::vector<std::string>& flags) {
    if (place.override_index >= 0) return flags.at(static_cast<std::size_t>(place.override_index));
    return fmt::format("{}:{}:{}", file, place.line, place.column);
}

}  // namespace terrain
