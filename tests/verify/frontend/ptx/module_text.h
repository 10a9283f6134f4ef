// PTX modules as text, for tests.
#pragma once

#include <string>

namespace launchproof::frontend::ptx::testing {

// A module with one entry `k`, which has a pointer and a number as parameters, registers of all kinds, and
// these instructions.
inline std::string module_of(const std::string& instructions) {
  return ".version 8.0\n.target sm_75\n.address_size 64\n"
         ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1) {\n"
         ".reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 "
         "%fd<9>;\n" +
         instructions + "\n}\n";
}

}  // namespace launchproof::frontend::ptx::testing
