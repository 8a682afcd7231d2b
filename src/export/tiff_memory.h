// libtiff on memory in place of a file.
#pragma once

#include <tiffio.h>

#include <memory>
#include <span>
#include <string>

#include "export/raster.h"

namespace terrain {

/// What libtiff reads or writes, where it stands, and the first thing it complained of.
struct TiffMemory {
    Bytes written;                          ///< when writing
    std::span<const std::uint8_t> reading;  ///< when reading
    bool writing = false;
    std::uint64_t position = 0;
    std::string error;

    [[nodiscard]] std::uint64_t size() const { return writing ? written.size() : reading.size(); }
};

using TiffHandle = std::unique_ptr<TIFF, void (*)(TIFF*)>;

/// Opens `memory`, which has to outlive the handle, in a mode of TIFFOpen. Messages of libtiff go to memory.error and
/// nowhere else. Null if it is no TIFF.
TiffHandle open_tiff(TiffMemory& memory, const char* mode);

}  // namespace terrain
