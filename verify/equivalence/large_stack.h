// Work that may recurse deeply.
#pragma once

#include <functional>

namespace launchproof::equivalence {

// Does the work on a thread with a large stack, and waits for it. Throws what it throws.
void on_large_stack(const std::function<void()>& work);

}  // namespace launchproof::equivalence
