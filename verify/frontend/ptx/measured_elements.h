// Finds the elements of arrays that PTX declares as bytes.
#pragma once

#include <set>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend::ptx {

// Gives an array of bytes the elements that its accesses use, if all have one width: parameters of PTX are
// addresses without a type, and compilers declare arrays as bytes. They are floats if some access is in
// `float_sites`, since compilers store constants as integers. Only messages and searches for preconditions
// use elements.
void measure_elements(model::KernelModel& kernel, const std::set<model::SiteId>& float_sites);

}  // namespace launchproof::frontend::ptx
