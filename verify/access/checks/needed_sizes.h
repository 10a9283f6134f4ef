// The sizes that arrays of unknown size need for every access to be in bounds.
#pragma once

namespace launchproof::access {

struct Session;

// For each array of unknown size, states the size that the proofs need besides the assumption that accesses
// to the array are in bounds. Does nothing if a property of the launch is unknown or refuted, if several
// launches are verified at once, or if facts are left open.
void state_needed_sizes(Session& session);

}  // namespace launchproof::access
