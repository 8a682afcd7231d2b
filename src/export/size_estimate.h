// How large files and buffers can become, before anything is made. All in 64 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "export/output_spec.h"
#include "export/tiling.h"

namespace terrain {

/// Bytes of the layer's samples as the format stores them, uncompressed. For csv, of one tree a cell.
std::uint64_t sample_bytes(const OutputSpec& spec, Shape shape);

/// Bytes that the file has at most (compressed formats: were the samples incompressible).
std::uint64_t file_bytes_at_most(const OutputSpec& spec, Shape shape);

/// Bytes that write_pack needs beside the terrain: samples and file of the largest outputs, as many at once as there
/// are threads.
std::uint64_t export_memory_bytes(const std::vector<OutputSpec>& outputs, Shape shape, int threads,
                                  const TileLayout& tiling = {});

/// Rows of a TIFF strip: about 256 KiB of samples.
std::uint32_t tiff_rows_per_strip(Shape shape, std::uint64_t bytes_per_sample);

/// Bytes that a one-channel TIFF in strips or tiles has at most, tags of every kind among them.
std::uint64_t tiff_bytes_at_most(Shape shape, std::uint64_t bytes_per_sample, TiffLayout layout);

}  // namespace terrain
