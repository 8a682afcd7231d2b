# terrain-preview.exe and its shaders, beside terrain-gen, by mingw-w64; without that compiler the target is not there
# and previews are rendered by the reference backend.
option(TERRAIN_D3D11 "Build terrain-preview.exe, the Direct3D 11 renderer, if mingw-w64 is there" ON)
if(NOT TERRAIN_D3D11)
  return()
endif()
# Looked for anew at each configuration, as it may have been installed since.
unset(TERRAIN_MINGW CACHE)
find_program(TERRAIN_MINGW NAMES x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++)
if(NOT TERRAIN_MINGW)
  message(STATUS "Direct3D 11 preview: not built, as there is no x86_64-w64-mingw32-g++ (g++-mingw-w64-x86-64-posix)")
  return()
endif()
message(STATUS "Direct3D 11 preview: built with ${TERRAIN_MINGW}")

# The cross compiler must see these header-only libraries and nothing else of the host's headers.
set(headers ${CMAKE_BINARY_DIR}/d3d11/headers)
file(MAKE_DIRECTORY ${headers})
foreach(library glm/glm.hpp nlohmann/json.hpp stb/stb_image_write.h)
  get_filename_component(folder ${library} DIRECTORY)
  find_path(TERRAIN_${folder}_INCLUDE ${library} REQUIRED)
  mark_as_advanced(TERRAIN_${folder}_INCLUDE)
  file(CREATE_LINK ${TERRAIN_${folder}_INCLUDE}/${folder} ${headers}/${folder} SYMBOLIC)
endforeach()

include(ExternalProject)
ExternalProject_Add(terrain-preview
  SOURCE_DIR ${CMAKE_SOURCE_DIR}/src/d3d11_program
  BINARY_DIR ${CMAKE_BINARY_DIR}/d3d11/build
  PREFIX ${CMAKE_BINARY_DIR}/d3d11
  CMAKE_GENERATOR ${CMAKE_GENERATOR}
  CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${CMAKE_SOURCE_DIR}/cmake/mingw-w64.cmake
             -DCMAKE_BUILD_TYPE=Release
             -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=${CMAKE_BINARY_DIR}
             -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
             -DTERRAIN_HEADERS=${headers}
  # The inner build knows best what is out of date.
  BUILD_ALWAYS ON
  INSTALL_COMMAND "")
