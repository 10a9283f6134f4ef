// Reads the order of commands of one process.
#pragma once

#include <string>
#include <vector>

#include "capture/capture.h"

namespace launchproof::capture {

// Reads the file. The ids of the queues are those in the file. A process that recorded no order has no file.
Order read_order(const std::string& path, std::vector<Remark>& remarks);

}  // namespace launchproof::capture
