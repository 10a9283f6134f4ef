// Gives each value that a register holds in turn a register of its own. Programs written by hand use one
// register first for an offset and then for an address, which no single type describes.
#pragma once

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

// Splits registers of 32 and 64 bits into webs. A web is a set of definitions with all the uses that these
// reach, so that no use sees definitions of two webs, and the module keeps its meaning. A register stays as
// it is when one of its definitions or a way through its function is not understood.
void split_registers(Module& module);

}  // namespace launchproof::frontend::ptx
