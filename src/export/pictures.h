// Pictures that join a pack that is complete already.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/progress.h"
#include "export/raster.h"

namespace terrain {

/// Takes pictures one by one as files under temporary names; finish() gives all of them their names and puts them into
/// the pack's manifest as "preview". Without finish() nothing of the pack changes.
class PicturePack {
  public:
    explicit PicturePack(std::filesystem::path folder);
    ~PicturePack();
    PicturePack(const PicturePack&) = delete;
    PicturePack& operator=(const PicturePack&) = delete;

    /// An 8-bit RGB or RGBA raster in sRGB. Throws RunError if it cannot be written.
    void add(const std::string& file, const Raster& raster, const Progress& progress);
    /// backend: "d3d11" or "reference". Throws RunError if the manifest cannot be read or a file not be put in place.
    void finish(const std::string& backend, const Progress& progress);

  private:
    struct Entry;
    std::filesystem::path folder_;
    std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace terrain
