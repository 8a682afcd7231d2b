#include "preview/backend.h"

namespace terrain {

std::unique_ptr<PreviewBackend> make_d3d11_backend(std::string& why_not) {
    why_not = "this program was built without Direct3D 11";
    return nullptr;
}

}  // namespace terrain
