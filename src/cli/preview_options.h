// The command line's options of the preview.
#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <string>
#include <vector>

#include "recipe/recipe.h"

namespace terrain {

/// Options that each stand for a field of the recipe's preview.
class PreviewOptions {
  public:
    /// Adds them to the application, which must not outlive this object.
    explicit PreviewOptions(CLI::App& app);

    /// What was given, as overrides. Throws UserError for a text that cannot become one, and for options of a picture
    /// without --preview or --preview-only.
    [[nodiscard]] std::vector<Override> overrides() const;
    /// --preview-only DIR; empty if not given.
    [[nodiscard]] const std::string& only() const { return only_; }

  private:
    enum class Form { json, text, size, pair, background, atmosphere };
    struct Entry {
        std::string flag, path;
        Form form = Form::json;
        CLI::Option* option = nullptr;
        std::string value;
    };
    void add(const char* flag, const char* path, Form form, const char* type, const char* help);
    void convert(const Entry& entry, std::vector<Override>& out) const;

    CLI::App& app_;
    std::deque<Entry> entries_;
    bool preview_ = false;
    bool wireframe_ = false;
    bool lod_colors_ = false;
    std::string only_;
};

}  // namespace terrain
