// Runs work that may recurse deeply.
#pragma once

#include <functional>

namespace launchproof::equivalence {

// Runs the work on a thread with a large stack and waits for it. Rethrows its exceptions.
void on_large_stack(const std::function<void()>& work);

}  // namespace launchproof::equivalence
