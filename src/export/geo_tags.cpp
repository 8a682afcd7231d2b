#include "export/geo_tags.h"

#include <array>

namespace terrain {
namespace {

constexpr std::uint32_t kPixelScale = 33550, kTiePoint = 33922, kTransformation = 34264, kKeys = 34735,
                        kKeyDoubles = 34736, kKeyText = 34737, kNoData = 42113;

void know_tags(TIFF* tiff) {
    static const std::array<const char*, 7> names{"ModelPixelScale", "ModelTiepoint",   "ModelTransformation",
                                                  "GeoKeyDirectory", "GeoDoubleParams", "GeoAsciiParams",
                                                  "GDAL_NODATA"};
    // libtiff keeps the names and changes none.
    const auto field = [](std::uint32_t tag, TIFFDataType type, std::size_t name) {
        const bool text = type == TIFF_ASCII;
        const short count = TIFF_VARIABLE;
        return TIFFFieldInfo{tag,
                             count,
                             count,
                             type,
                             FIELD_CUSTOM,
                             1,
                             static_cast<unsigned char>(text ? 0 : 1),
                             const_cast<char*>(names[name])};
    };
    const std::array<TIFFFieldInfo, 7> fields{field(kPixelScale, TIFF_DOUBLE, 0),     field(kTiePoint, TIFF_DOUBLE, 1),
                                              field(kTransformation, TIFF_DOUBLE, 2), field(kKeys, TIFF_SHORT, 3),
                                              field(kKeyDoubles, TIFF_DOUBLE, 4),     field(kKeyText, TIFF_ASCII, 5),
                                              field(kNoData, TIFF_ASCII, 6)};
    TIFFMergeFieldInfo(tiff, fields.data(), static_cast<std::uint32_t>(fields.size()));
}

template <class T>
void set(TIFF* tiff, std::uint32_t tag, const std::vector<T>& values) {
    if (!values.empty()) TIFFSetField(tiff, tag, static_cast<int>(values.size()), values.data());
}

}  // namespace

void write_geo_tags(TIFF* tiff, const GeoReference& geo, const std::string& no_data) {
    know_tags(tiff);
    set(tiff, kPixelScale, geo.pixel_scale);
    set(tiff, kTiePoint, geo.tie_points);
    set(tiff, kTransformation, geo.transformation);
    set(tiff, kKeys, geo.keys);
    set(tiff, kKeyDoubles, geo.key_doubles);
    if (!geo.key_text.empty()) TIFFSetField(tiff, kKeyText, geo.key_text.c_str());
    if (!no_data.empty()) TIFFSetField(tiff, kNoData, no_data.c_str());
}

}  // namespace terrain
