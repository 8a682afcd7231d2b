#include "d3d11_program/instance_pass.h"

#include <algorithm>
#include <array>

#include "core/errors.h"
#include "planet/cull.h"

namespace terrain::d3d11 {
namespace {

// numthreads of both passes.
constexpr UINT kGroup = 64;
// Of DrawIndexedInstancedIndirect's arguments, the second one: the number of instances.
constexpr UINT kInstanceCountAt = 4;

std::vector<GpuSector> gpu_sectors(const std::vector<planet::Sector>& sectors) {
    std::vector<GpuSector> result;
    result.reserve(sectors.size());
    for (const planet::Sector& s : sectors) result.push_back({s.start, s.right, s.up, s.centre, s.neighbour});
    return result;
}

GpuInstance gpu_instance(const planet::Sector& sector, const planet::Instance& instance) {
    GpuInstance result{};
    result.edge1 = sector.right;
    result.edge2 = sector.up;
    result.start = sector.start;
    for (int side = 0; side < 4; ++side) {
        result.borders[side] = static_cast<float>(instance.border[static_cast<std::size_t>(side)]);
    }
    result.factor = static_cast<float>(instance.factor);
    result.level = static_cast<float>(instance.level);
    result.sector = static_cast<std::uint32_t>(instance.sector);
    return result;
}

planet::Instance instance_of(const GpuInstance& listed) {
    planet::Instance result;
    result.sector = static_cast<std::int32_t>(listed.sector);
    result.level = static_cast<std::int32_t>(listed.level);
    result.factor = static_cast<std::int32_t>(listed.factor);
    for (int side = 0; side < 4; ++side) {
        result.border[static_cast<std::size_t>(side)] = static_cast<std::int32_t>(listed.borders[side]);
    }
    return result;
}

}  // namespace

InstancePass::InstancePass(const Device& device, const ShaderSet& shaders, const planet::Scene& scene, UINT index_count)
    : device_(device),
      shaders_(shaders),
      scene_(scene),
      sectors_(planet::make_sectors(scene.geometry.sectors)),
      index_count_(index_count) {
    ID3D11Device* d = device.device.Get();
    const auto count = static_cast<UINT>(sectors_.size());
    constexpr UINT kInstance = sizeof(GpuInstance);
    if (scene.cull == planet::CullMode::cpu) {
        chosen_ = plain_buffer(d, count * kInstance, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        return;
    }
    sector_input_ = structured_input(d, gpu_sectors(sectors_).data(), count, sizeof(GpuSector));
    constexpr UINT kBounds = sizeof(planet::SectorBounds);
    bounds_ = plain_buffer(d, count * kBounds, D3D11_BIND_SHADER_RESOURCE, nullptr, D3D11_USAGE_DYNAMIC,
                           D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, kBounds);
    check(d->CreateShaderResourceView(bounds_.Get(), nullptr, &bounds_input_), "make a view to read from");
    states_ = structured_pair(d, count, sizeof(std::uint32_t));
    listed_ = raw_vertex_buffer(d, count * kInstance);
    listed_staging_ = staging_buffer(d, count * kInstance);
    counter_ = hidden_counter(d);
    const std::array<UINT, 5> arguments = {index_count, 0, 0, 0, 0};
    arguments_ = plain_buffer(d, sizeof arguments, 0, arguments.data(), D3D11_USAGE_DEFAULT,
                              D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    arguments_staging_ = staging_buffer(d, sizeof arguments);
}

void InstancePass::run(const planet::View& view, ID3D11Buffer* frame) {
    view_ = view;
    scene_.cull == planet::CullMode::cpu ? choose_on_processor(view) : choose_on_device(view, frame);
}

void InstancePass::choose_on_processor(const planet::View& view) {
    chosen_list_ = planet::select_sectors(sectors_, scene_, view).instances;
    std::vector<GpuInstance> instances;
    for (const planet::Instance& instance : chosen_list_) {
        instances.push_back(gpu_instance(sectors_[static_cast<std::size_t>(instance.sector)], instance));
    }
    if (instances.empty()) return;
    fill(device_.context.Get(), chosen_.Get(), instances.data(), instances.size() * sizeof instances[0]);
}

void InstancePass::choose_on_device(const planet::View& view, ID3D11Buffer* frame) {
    ID3D11DeviceContext* c = device_.context.Get();
    const auto bounds = planet::sector_bounds(sectors_, scene_.geometry, view);
    fill(c, bounds_.Get(), bounds.data(), bounds.size() * sizeof bounds[0]);
    const UINT groups = (static_cast<UINT>(sectors_.size()) + kGroup - 1) / kGroup;
    const std::array<ID3D11UnorderedAccessView*, 2> no_outputs = {nullptr, nullptr};
    const std::array<ID3D11ShaderResourceView*, 2> no_inputs = {nullptr, nullptr};
    // The counter starts at 0 for each view.
    const std::array<UINT, 2> start = {0, 0};

    c->CSSetConstantBuffers(0, 1, &frame);
    c->CSSetShader(shaders_.cull_sectors.Get(), nullptr, 0);
    const std::array<ID3D11ShaderResourceView*, 2> cull_inputs = {sector_input_.Get(), bounds_input_.Get()};
    c->CSSetShaderResources(0, 2, cull_inputs.data());
    c->CSSetUnorderedAccessViews(0, 1, states_.output.GetAddressOf(), start.data());
    c->Dispatch(groups, 1, 1);
    c->CSSetUnorderedAccessViews(0, 1, no_outputs.data(), start.data());

    c->CSSetShader(shaders_.list_sectors.Get(), nullptr, 0);
    const std::array<ID3D11ShaderResourceView*, 2> list_inputs = {sector_input_.Get(), states_.input.Get()};
    c->CSSetShaderResources(0, 2, list_inputs.data());
    const std::array<ID3D11UnorderedAccessView*, 2> list_outputs = {listed_.output.Get(), counter_.Get()};
    c->CSSetUnorderedAccessViews(0, 2, list_outputs.data(), start.data());
    c->Dispatch(groups, 1, 1);
    c->CSSetUnorderedAccessViews(0, 2, no_outputs.data(), start.data());
    c->CSSetShaderResources(0, 2, no_inputs.data());
    c->CopyStructureCount(arguments_.Get(), kInstanceCountAt, counter_.Get());
}

ID3D11Buffer* InstancePass::instances() const { return chosen_ ? chosen_.Get() : listed_.buffer.Get(); }

void InstancePass::draw() const {
    if (!chosen_) {
        device_.context->DrawIndexedInstancedIndirect(arguments_.Get(), 0);
    } else if (!chosen_list_.empty()) {
        device_.context->DrawIndexedInstanced(index_count_, static_cast<UINT>(chosen_list_.size()), 0, 0, 0);
    }
}

std::vector<planet::Instance> InstancePass::read_drawn() {
    if (chosen_) return chosen_list_;
    ID3D11DeviceContext* c = device_.context.Get();
    std::array<UINT, 5> arguments{};
    read_back(c, arguments_.Get(), arguments_staging_.Get(), arguments.data(), sizeof arguments);
    std::vector<GpuInstance> listed(sectors_.size());
    read_back(c, listed_.buffer.Get(), listed_staging_.Get(), listed.data(), listed.size() * sizeof listed[0]);
    listed.resize(std::min<std::size_t>(arguments[1], listed.size()));
    std::vector<planet::Instance> drawn;
    for (const GpuInstance& i : listed) drawn.push_back(instance_of(i));
    std::sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) { return a.sector < b.sector; });
    if (drawn.empty() && !planet::select_sectors(sectors_, scene_, view_).instances.empty()) {
        throw RunError("the device lists no sectors to draw: its counters do not work");
    }
    return drawn;
}

}  // namespace terrain::d3d11
