// Names shared by the writer and the reader of `launchproof.results/1`.
#pragma once

#include <array>
#include <string_view>

namespace launchproof::verdict {

inline constexpr std::string_view kSchema = "launchproof.results/1";
inline constexpr std::array<std::string_view, 4> kConfirmations{"exact", "confirmed", "unconfirmed",
                                                                "replay disagrees"};  // by Confirmation
// The words that precede the reason if an exact finding could not be replayed.
inline constexpr std::string_view kNotReplayed = "not replayed: ";

// The words between an approximation and the value that a counterexample needs of it.
inline constexpr std::string_view kNeeds = "; the counterexample needs ";

}  // namespace launchproof::verdict
