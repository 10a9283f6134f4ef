// The text of the headers that are inserted before CUDA sources.
#pragma once

#include <span>
#include <string_view>

namespace launchproof::frontend::cuda {

// The folder of the headers, as Clang sees it.
inline constexpr const char* kHeaderFolder = "/launchproof.cuda";
// Its subfolder for headers that are used only if no toolkit has one of the same name.
inline constexpr const char* kStandInFolder = "/launchproof.cuda/stand_ins";
// The one that includes the others.
inline constexpr const char* kMainHeader = "/launchproof.cuda/launchproof_cuda.h";

struct Header {
  std::string_view name;
  std::string_view text;
};

// Returns all headers, including those with names under which programs include parts of the CUDA toolkit.
std::span<const Header> headers();

}  // namespace launchproof::frontend::cuda
