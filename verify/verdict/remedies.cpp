#include "verify/verdict/remedies.h"

#include <array>
#include <cstddef>

namespace launchproof::verdict {
namespace {

struct Remedy {
  Cause cause;
  std::string_view text;
};

constexpr std::array kRemedies{
#define REMEDY(cause, text) Remedy{Cause::cause, text},
#include "verify/verdict/remedies.def"
};

// One entry for each cause, in the order of the causes.
constexpr bool is_complete() {
  for (std::size_t i = 0; i < kRemedies.size(); ++i)
    if (static_cast<std::size_t>(kRemedies.at(i).cause) != i) return false;
  return true;
}
static_assert(is_complete());

}  // namespace

std::string_view remedy(Cause cause) {
  return kRemedies.at(static_cast<std::size_t>(cause)).text;
}

}  // namespace launchproof::verdict
