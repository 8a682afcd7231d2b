#include "d3d11_program/device.h"

#include <dxgi.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "core/errors.h"

namespace terrain::d3d11 {
namespace {

bool under_wine() {
    const HMODULE library = GetModuleHandleW(L"ntdll.dll");
    return library != nullptr && GetProcAddress(library, "wine_get_version") != nullptr;
}

std::string narrow(const wchar_t* text) {
    std::array<char, 512> result{};
    WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), static_cast<int>(result.size() - 1), nullptr, nullptr);
    return result.data();
}

std::string device_name(ID3D11Device* device) {
    // Wine makes up a card that is not there.
    if (under_wine()) return "wined3d";
    Owned<IDXGIDevice> dxgi;
    Owned<IDXGIAdapter> adapter;
    DXGI_ADAPTER_DESC description{};
    check(device->QueryInterface(IID_PPV_ARGS(&dxgi)), "ask for the adapter");
    check(dxgi->GetAdapter(&adapter), "ask for the adapter");
    check(adapter->GetDesc(&description), "ask for the adapter's name");
    return narrow(description.Description);
}

}  // namespace

void check(HRESULT result, const char* what) {
    if (SUCCEEDED(result)) return;
    std::array<char, 32> code{};
    std::snprintf(code.data(), code.size(), "0x%08lx", static_cast<unsigned long>(result));
    throw RunError(std::string("cannot ") + what + " (" + code.data() + ")");
}

Device make_device() {
    // Not 11_1: where that is unknown, asking for it fails even if 11_0 is there.
    const D3D_FEATURE_LEVEL wanted = D3D_FEATURE_LEVEL_11_0;
    HRESULT result = E_FAIL;
    for (const D3D_DRIVER_TYPE type : {D3D_DRIVER_TYPE_HARDWARE, D3D_DRIVER_TYPE_WARP}) {
        Device made;
        D3D_FEATURE_LEVEL level{};
        result = D3D11CreateDevice(nullptr, type, nullptr, 0, &wanted, 1, D3D11_SDK_VERSION, &made.device, &level,
                                   &made.context);
        if (FAILED(result) || level < wanted) continue;
        made.name = device_name(made.device.Get());
        return made;
    }
    check(FAILED(result) ? result : E_NOTIMPL, "make a Direct3D 11 device of feature level 11_0");
    return {};
}

std::vector<char> read_shader(const std::filesystem::path& folder, const char* name) {
    const std::filesystem::path file = folder / (std::string(name) + ".cso");
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream || bytes.empty()) throw RunError("cannot read the shader " + file.string());
    return bytes;
}

std::filesystem::path program_folder() {
    std::array<wchar_t, 32768> path{};
    GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size() - 1));
    return std::filesystem::path(path.data()).parent_path();
}

}  // namespace terrain::d3d11
