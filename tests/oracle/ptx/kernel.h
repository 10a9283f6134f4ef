// Parameters of the entries of a PTX file.
#pragma once

#include "tests/oracle/launch_options.h"
#include "tests/oracle/program.h"
#include "tests/oracle/ptx/frame.h"
#include "tests/oracle/ptx/pointers.h"

namespace launchproof::oracle::ptx {

// Adds the entry to the program's kernels. `code` gets a parameter for each parameter of the kernel; those
// that are only parts of a structure have separate lanes.
void add_entry(const Function& function, const FunctionUse& use, const LaunchOptions& options, Frame& frame,
               Code& code, Program& program);

}  // namespace launchproof::oracle::ptx
