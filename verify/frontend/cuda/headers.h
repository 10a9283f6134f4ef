// The headers that stand in front of CUDA sources, as text.
#pragma once

#include <span>
#include <string_view>

namespace launchproof::frontend::cuda {

// The folder that the headers are in, as Clang names them.
inline constexpr const char* kHeaderFolder = "/launchproof.cuda";
// Within it, those that count only where no toolkit has one of the same name.
inline constexpr const char* kStandInFolder = "/launchproof.cuda/stand_ins";
// The one that includes the others.
inline constexpr const char* kMainHeader = "/launchproof.cuda/launchproof_cuda.h";

struct Header {
  std::string_view name;
  std::string_view text;
};

// Returns every header, also those by whose names programs include parts of the CUDA toolkit.
std::span<const Header> headers();

}  // namespace launchproof::frontend::cuda
