// Names that the writer and the reader of `launchproof.results/1` share.
#pragma once

#include <array>
#include <string_view>

namespace launchproof::verdict {

inline constexpr std::string_view kSchema = "launchproof.results/1";
inline constexpr std::array<std::string_view, 3> kConfirmations{"exact", "replayed",
                                                                "unconfirmed"};  // by Confirmation

}  // namespace launchproof::verdict
