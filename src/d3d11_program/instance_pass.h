// Chooses the sectors of a view, on the device or on the processor, and lists them as the instances to draw.
#pragma once

#include <vector>

#include "d3d11_program/gpu_data.h"
#include "d3d11_program/resources.h"
#include "d3d11_program/shader_set.h"
#include "planet/scene.h"
#include "planet/sectors.h"
#include "planet/selection.h"

namespace terrain::d3d11 {

class InstancePass {
  public:
    /// Buffers for the scene's sectors; index_count: of the grid that each instance draws.
    InstancePass(const Device& device, const ShaderSet& shaders, const planet::Scene& scene, UINT index_count);

    /// Fills the instances of the view, as the scene's way of culling asks for; `frame` is the buffer bound as b0.
    void run(const planet::View& view, ID3D11Buffer* frame);

    /// Slot 1 of the vertex streams.
    [[nodiscard]] ID3D11Buffer* instances() const;
    /// Draws all of them.
    void draw() const;
    /// What was listed, in order of the sectors. Waits for the device. RunError: nothing was although something is to
    /// be seen; some drivers' counters stay 0 without an error.
    std::vector<planet::Instance> read_drawn();

    [[nodiscard]] std::size_t sector_count() const { return sectors_.size(); }

  private:
    void choose_on_device(const planet::View& view, ID3D11Buffer* frame);
    void choose_on_processor(const planet::View& view);

    const Device& device_;
    const ShaderSet& shaders_;
    const planet::Scene& scene_;
    std::vector<planet::Sector> sectors_;
    Owned<ID3D11ShaderResourceView> sector_input_;
    Owned<ID3D11Buffer> bounds_;
    Owned<ID3D11ShaderResourceView> bounds_input_;
    StructuredPair states_;
    RawVertexBuffer listed_;
    Owned<ID3D11UnorderedAccessView> counter_;
    Owned<ID3D11Buffer> arguments_;
    Owned<ID3D11Buffer> arguments_staging_;
    Owned<ID3D11Buffer> listed_staging_;
    Owned<ID3D11Buffer> chosen_;
    std::vector<planet::Instance> chosen_list_;
    planet::View view_;
    UINT index_count_;
};

}  // namespace terrain::d3d11
