// Command buffers (cl_khr_command_buffer): commands that are set down once and enqueued often.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "shim/activity.h"
#include "shim/api.h"
#include "shim/handle_table.h"
#include "shim/recorder.h"

namespace launchproof::shim {

struct CommandBuffer {
  struct Launch {
    capture::Launch launch;        // as it was when the command was set down
    capture::LaunchHandle handle;  // of the latest enqueue
  };

  std::mutex mutex;
  cl_command_queue queue = nullptr;  // its first
  std::vector<Launch> launches;
  std::vector<std::shared_ptr<Activity>> written;  // by its commands; only while contents are recorded
};

HandleTable<CommandBuffer>& command_buffers();

// A command of the buffer that changes a memory object was set down.
void add_written(cl_command_buffer_khr buffer, cl_mem memory);

}  // namespace launchproof::shim
