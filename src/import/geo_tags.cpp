#include "import/geo_tags.h"

#include <cmath>
#include <cstring>

#include "import/formats.h"

namespace terrain {
namespace {

/// What a tag that libtiff does not know holds; it reads such with a count.
template <class T>
std::vector<T> values_of(TIFF* tiff, std::uint32_t tag, TIFFDataType type) {
    const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ANY);
    if (field == nullptr || TIFFFieldDataType(field) != type || TIFFFieldPassCount(field) == 0) return {};
    const T* values = nullptr;
    if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
        std::uint32_t count = 0;
        if (TIFFGetField(tiff, tag, &count, &values) == 0 || values == nullptr) return {};
        return std::vector<T>(values, values + count);
    }
    std::uint16_t count = 0;
    if (TIFFGetField(tiff, tag, &count, &values) == 0 || values == nullptr) return {};
    return std::vector<T>(values, values + count);
}

void check(const GeoReference& geo, const std::string& file) {
    for (const auto* numbers : {&geo.pixel_scale, &geo.tie_points, &geo.transformation, &geo.key_doubles}) {
        for (const double v : *numbers) {
            if (!std::isfinite(v)) refuse(file, "its GeoTIFF tags hold a number that is not finite");
        }
    }
    if (!geo.pixel_scale.empty() && geo.pixel_scale.size() != 3) {
        refuse(file, fmt::format("its ModelPixelScale holds {} numbers; 3 are needed", geo.pixel_scale.size()));
    }
    if (geo.tie_points.size() % 6 != 0) {
        refuse(file, fmt::format("its ModelTiepoint holds {} numbers; 6 a point are needed", geo.tie_points.size()));
    }
    if (!geo.transformation.empty() && geo.transformation.size() != 16) {
        refuse(file, fmt::format("its ModelTransformation holds {} numbers; 16 are needed", geo.transformation.size()));
    }
    const bool whole = geo.keys.empty() || (geo.keys.size() >= 4 && geo.keys.size() >= 4U + 4U * geo.keys[3]);
    if (!whole) refuse(file, "its GeoKeyDirectory is cut short");
}

}  // namespace

GeoReference read_geo_tags(TIFF* tiff, const std::string& file) {
    GeoReference geo;
    geo.pixel_scale = values_of<double>(tiff, 33550, TIFF_DOUBLE);
    geo.tie_points = values_of<double>(tiff, 33922, TIFF_DOUBLE);
    geo.transformation = values_of<double>(tiff, 34264, TIFF_DOUBLE);
    geo.keys = values_of<std::uint16_t>(tiff, 34735, TIFF_SHORT);
    geo.key_doubles = values_of<double>(tiff, 34736, TIFF_DOUBLE);
    const std::vector<char> text = values_of<char>(tiff, 34737, TIFF_ASCII);
    geo.key_text.assign(text.data(), text.empty() ? 0 : strnlen(text.data(), text.size()));
    check(geo, file);
    return geo;
}

}  // namespace terrain
