// Which waits end an asynchronous copy.
//
// A copy is in flight from its call to a wait for its event. Events are values that move through variables
// and are shared by several copies; a forward data-flow analysis finds, for each copy and each place, the
// values that certainly stand for the copy's latest instance.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

struct Flight {
  // By barrier: the wait certainly waits for the copy's instance, on every path from the call to it on which
  // no such wait came before.
  std::vector<bool> ends;
  // A wait that may wait for the copy and does not end the flight; kNone when there is none. The flight is
  // then longer here than in the program.
  model::BarrierId unmatched = model::kNone;
};

Flight flight_of(const model::KernelModel& kernel, model::BarrierId copy);

// The same by age, of a copy that is begun again while it is in flight: its latest instance is an older one
// from then on.
struct FlightsByAge {
  // By barrier: the wait certainly waits for the latest instance, on every path to it from the call on which
  // no such wait and no further call came before; and for all older instances, on every path to it from a
  // further call on which no such wait came before.
  std::vector<bool> latest_ends, older_ends;
  // A wait that may wait for the copy and certainly does for none of these; kNone when there is none.
  model::BarrierId unmatched = model::kNone;
};

FlightsByAge flights_by_age(const model::KernelModel& kernel, model::BarrierId copy);

}  // namespace launchproof::analysis
