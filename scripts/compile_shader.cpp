// Compiles HLSL with a d3dcompiler_47.dll that is loaded by its path. Run by compile_shaders.sh, under Wine or on
// Windows.
//     compile_shader.exe DLL (SOURCE PROFILE OUTPUT)...      entry point: main
#include <d3dcommon.h>
#include <windows.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using Compile = HRESULT(WINAPI*)(const void*, SIZE_T, const char*, const void*, void*, const char*, const char*, UINT,
                                 UINT, ID3DBlob**, ID3DBlob**);

constexpr UINT kWarningsAreErrors = 1U << 18U;
constexpr UINT kStrict = 1U << 11U;
constexpr UINT kOptimise = 1U << 15U;

bool compile(Compile d3d_compile, const char* source, const char* profile, const char* output) {
    std::ifstream stream(source, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    ID3DBlob *code = nullptr, *messages = nullptr;
    void* const includes_beside_source = reinterpret_cast<void*>(1);
    const HRESULT result = d3d_compile(text.data(), text.size(), source, nullptr, includes_beside_source, "main",
                                       profile, kWarningsAreErrors | kStrict | kOptimise, 0, &code, &messages);
    if (messages != nullptr) std::fprintf(stderr, "%s\n", static_cast<const char*>(messages->GetBufferPointer()));
    if (FAILED(result) || code == nullptr) return false;
    std::ofstream file(output, std::ios::binary | std::ios::trunc);
    file.write(static_cast<const char*>(code->GetBufferPointer()), static_cast<std::streamsize>(code->GetBufferSize()));
    file.close();
    return static_cast<bool>(file);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5 || (argc - 2) % 3 != 0) {
        std::fprintf(stderr, "usage: compile_shader DLL (SOURCE PROFILE OUTPUT)...\n");
        return 2;
    }
    const HMODULE library = LoadLibraryA(argv[1]);
    if (library == nullptr) {
        std::fprintf(stderr, "cannot load %s\n", argv[1]);
        return 1;
    }
    const auto d3d_compile = reinterpret_cast<Compile>(reinterpret_cast<void*>(GetProcAddress(library, "D3DCompile")));
    int code = 0;
    for (int i = 2; i < argc; i += 3) {
        if (d3d_compile == nullptr || !compile(d3d_compile, argv[i], argv[i + 1], argv[i + 2])) {
            std::fprintf(stderr, "%s does not compile\n", argv[i]);
            code = 1;
        }
    }
    return code;
}
