// The Direct3D 11 device, without a window.
#pragma once

#include <d3d11.h>
#include <wrl/client.h>

#include <filesystem>
#include <string>
#include <vector>

namespace terrain::d3d11 {

template <class T>
using Owned = Microsoft::WRL::ComPtr<T>;

struct Device {
    Owned<ID3D11Device> device;
    Owned<ID3D11DeviceContext> context;
    std::string name;  ///< what renders, for the user
};

/// Feature level 11_0 on the graphics card if there is one, else on WARP. RunError: neither can be had.
Device make_device();

/// RunError naming what failed, with the code, unless it succeeded.
void check(HRESULT result, const char* what);

/// The bytes of a compiled shader. RunError: it cannot be read.
std::vector<char> read_shader(const std::filesystem::path& folder, const char* name);

/// The folder that this program lies in.
std::filesystem::path program_folder();

}  // namespace terrain::d3d11
