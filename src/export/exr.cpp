#include "export/exr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/errors.h"

namespace terrain {

namespace {

constexpr const char* kChannel = "Y";

class MemoryWriter final : public Imf::OStream {
  public:
    explicit MemoryWriter(Bytes& out) : OStream("memory"), out_(out) {}
    void write(const char* bytes, int count) override {
        const std::size_t end = position_ + static_cast<std::size_t>(count);
        if (end > out_.size()) out_.resize(end);
        std::memcpy(out_.data() + position_, bytes, static_cast<std::size_t>(count));
        position_ = end;
    }
    std::uint64_t tellp() override { return position_; }
    void seekp(std::uint64_t position) override { position_ = position; }

  private:
    Bytes& out_;
    std::size_t position_ = 0;
};

class MemoryReader final : public Imf::IStream {
  public:
    explicit MemoryReader(std::span<const std::uint8_t> bytes) : IStream("memory"), bytes_(bytes) {}
    bool read(char* out, int count) override {
        if (count < 0 || position_ > bytes_.size() || static_cast<std::size_t>(count) > bytes_.size() - position_) {
            throw std::runtime_error("the file ends too early");
        }
        std::memcpy(out, bytes_.data() + position_, static_cast<std::size_t>(count));
        position_ += static_cast<std::size_t>(count);
        return position_ < bytes_.size();
    }
    std::uint64_t tellg() override { return position_; }
    void seekg(std::uint64_t position) override { position_ = position; }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t position_ = 0;
};

Imf::FrameBuffer frame_of(const float* samples, Shape shape) {
    // OpenEXR takes pointers that may be written to; an OutputFile only reads.
    auto* base = const_cast<char*>(reinterpret_cast<const char*>(samples));
    Imf::FrameBuffer frame;
    frame.insert(kChannel,
                 Imf::Slice(Imf::FLOAT, base, sizeof(float), sizeof(float) * static_cast<std::size_t>(shape.width)));
    return frame;
}

void read_all(std::span<const std::uint8_t> bytes, Raster& raster) {
    MemoryReader stream(bytes);
    Imf::InputFile file(stream, 1);
    const Imath::Box2i window = file.header().dataWindow();
    const Shape shape = raster.shape;
    if (window.min.x != 0 || window.min.y != 0 || window.max.x != shape.width - 1 || window.max.y != shape.height - 1) {
        throw std::runtime_error("its size is another than " + std::to_string(shape.width) + " x " +
                                 std::to_string(shape.height));
    }
    const Imf::Channel* channel = file.header().channels().findChannel(kChannel);
    if (channel == nullptr || channel->type != Imf::FLOAT || channel->xSampling != 1 || channel->ySampling != 1 ||
        ++file.header().channels().begin() != file.header().channels().end()) {
        throw std::runtime_error("it holds something else than one channel Y of 32-bit floats");
    }
    auto& samples = raster.samples.emplace<std::vector<float>>(shape.cells());
    file.setFrameBuffer(frame_of(samples.data(), shape));
    file.readPixels(0, shape.height - 1);
}

}  // namespace

Bytes encode_exr(const Raster& raster, const std::function<void()>& check) {
    const auto* samples = std::get_if<std::vector<float>>(&raster.samples);
    if (samples == nullptr || raster.channels != 1 || samples->empty()) {
        throw std::invalid_argument("encode_exr: not a one-channel float raster");
    }
    Bytes out;
    try {
        Imf::Header header(raster.shape.width, raster.shape.height);
        header.compression() = Imf::ZIP_COMPRESSION;
        header.zipCompressionLevel() = 4;
        header.channels().insert(kChannel, Imf::Channel(Imf::FLOAT));
        MemoryWriter stream(out);
        Imf::OutputFile file(stream, header, 0);
        file.setFrameBuffer(frame_of(samples->data(), raster.shape));
        constexpr int kBlock = 64;
        for (int y = 0; y < raster.shape.height; y += kBlock) {
            if (check) check();
            file.writePixels(std::min(kBlock, raster.shape.height - y));
        }
    } catch (const Iex::BaseExc& error) {
        throw RunError(std::string("cannot encode an EXR: ") + error.what());
    }
    return out;
}

Raster decode_exr(std::span<const std::uint8_t> bytes, Shape expected) {
    Raster raster{expected, 1, {}};
    try {
        read_all(bytes, raster);
    } catch (const std::exception& error) {
        throw RunError(std::string("is a broken EXR: ") + error.what());
    }
    return raster;
}

}  // namespace terrain
