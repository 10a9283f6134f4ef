// Which sizes the arrays of unknown size need for every access to be in bounds.
#pragma once

namespace launchproof::access {

struct Session;

// States for each array of unknown size which size the proofs need, besides the assumption that accesses to
// it are in bounds. Does nothing for a launch of which a property is open or refuted, for several launches at
// once, and where facts are left open.
void state_needed_sizes(Session& session);

}  // namespace launchproof::access
