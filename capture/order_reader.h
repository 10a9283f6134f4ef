// Reads the order of commands of one process.
#pragma once

#include <string>
#include <vector>

#include "capture/capture.h"

namespace launchproof::capture {

// What the file holds, with the queues' ids as they are there. A process that recorded no order has no file.
Order read_order(const std::string& path, std::vector<Remark>& remarks);

}  // namespace launchproof::capture
