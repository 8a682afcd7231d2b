// How large files and buffers can become, before anything is made. All in 64 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "export/output_spec.h"

namespace terrain {

/// Bytes of the layer's samples as the format stores them, uncompressed. For csv, of one tree a cell.
std::uint64_t sample_bytes(const OutputSpec& spec, Shape shape);

/// Bytes that the file has at most (compressed formats: were the samples incompressible).
std::uint64_t file_bytes_at_most(const OutputSpec& spec, Shape shape);

/// Bytes that write_pack needs beside the terrain: samples and file of the largest outputs, as many at once as there
/// are threads.
std::uint64_t export_memory_bytes(const std::vector<OutputSpec>& outputs, Shape shape, int threads);

/// Rows of a TIFF strip: about 256 KiB of samples.
std::uint32_t tiff_rows_per_strip(Shape shape, std::uint64_t bytes_per_sample);

/// Whether a one-channel TIFF could pass the 4 GiB that 32-bit offsets reach, so that it has to be a BigTIFF. Judged
/// from the shape alone, with 1 MiB to spare.
bool needs_big_tiff(Shape shape, std::uint64_t bytes_per_sample);

}  // namespace terrain
