// --out as a pattern: where each pack of a run goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace terrain {

/// A path with {name} and {seed} in it, anywhere. Other braces around letters are an error (UserError naming --out).
class OutPattern {
  public:
    explicit OutPattern(std::string pattern);
    [[nodiscard]] bool varies() const;  ///< whether it has a placeholder
    /// The pattern with "/{name}-{seed}" behind it.
    [[nodiscard]] OutPattern with_folders() const;
    [[nodiscard]] std::filesystem::path folder(const std::string& name, std::uint64_t seed) const;
    /// What stands before the first part with a placeholder: the folder that all packs lie in. Empty: the working one.
    [[nodiscard]] std::filesystem::path root() const;

  private:
    std::string pattern_;
};

}  // namespace terrain
