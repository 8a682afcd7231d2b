// What a batch leaves beside its packs.
#pragma once

#include "batch/batch.h"

namespace terrain {

/// batch.json and contact.png, for a shard batch-2-of-8.json and contact-2-of-8.png.
struct ReportNames {
    std::string json;
    std::string contact;
};
ReportNames report_names(const Shard& shard);

/// UserError if the files of the report stand in batch.root and are no report of this program's.
void check_report(const Batch& batch, const Shard& shard, bool contact);

/// Writes the report into batch.root: what is there, and not how it came to be, so that a batch that was continued ends
/// with the same bytes as one that ran through. Nothing if no pack is there.
void write_report(const Batch& batch, const Shard& shard, bool contact, int threads);

}  // namespace terrain
