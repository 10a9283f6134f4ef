// The sizes that arrays of unknown size need for every access to be in bounds.
#pragma once

namespace launchproof::access {

struct Session;

// States, for each array of unknown size, the size that the proofs need besides the assumption that accesses
// to it are in bounds. Does nothing if a property of the launch is open or refuted, for several launches at
// once, and if facts are left open.
void state_needed_sizes(Session& session);

}  // namespace launchproof::access
