// Finds which waits end an asynchronous copy.
//
// A copy is in flight from its call to a wait for its event. Events are values that move through variables
// and are shared by several copies; a forward data-flow analysis finds, for each copy and each place, the
// values that certainly stand for the copy's latest instance.
#pragma once

#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

struct Flight {
  // By barrier: the wait certainly waits for the copy's instance on every path from the call that passed no
  // such wait before.
  std::vector<bool> ends;
  // A wait that may wait for the copy but does not end the flight; kNone if there is none. The analysis then
  // assumes a longer flight than the program may have.
  model::BarrierId unmatched = model::kNone;
};

Flight flight_of(const model::KernelModel& kernel, model::BarrierId copy);

// The same by age, for a copy that may start again while it is in flight. Its latest instance then becomes an
// older one.
struct FlightsByAge {
  // By barrier. `latest_ends`: the wait certainly waits for the latest instance, on every path from the call
  // that passed no such wait and no further call before. `older_ends`: it waits for all older instances, on
  // every path from a further call that passed no such wait before.
  std::vector<bool> latest_ends, older_ends;
  // A wait that may wait for the copy but certainly waits for none of these instances; kNone if there is
  // none.
  model::BarrierId unmatched = model::kNone;
};

FlightsByAge flights_by_age(const model::KernelModel& kernel, model::BarrierId copy);

}  // namespace launchproof::analysis
