// The one way for tests to a folder of their own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace terrain::test {

/// A new empty folder, which no other test or process has, and which is removed with all in it in the end.
class TemporaryFolder {
  public:
    /// @throws std::runtime_error when the system's folder for temporary files takes no new one
    TemporaryFolder() {
        // mkdtemp writes a free name over the six X.
        std::string name = (std::filesystem::temp_directory_path() / "terrain-gen-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make the temporary folder " + name);
        }
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

}  // namespace terrain::test
