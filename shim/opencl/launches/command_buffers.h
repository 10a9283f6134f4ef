// Command buffers (cl_khr_command_buffer): commands that are recorded once and enqueued often.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/api.h"
#include "shim/recording/activity.h"
#include "shim/recording/handle_table.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {

struct CommandBuffer {
  struct Launch {
    KernelState kernel;  // state when the command was recorded or last updated
    Configuration configuration;
    cl_mutable_command_khr command = nullptr;  // handle by which the application updates it; null: it cannot
    capture::Launch launch;                    // what these mean
    capture::LaunchHandle handle;              // handle of the latest enqueue
  };
  // How to call the driver's clUpdateMutableCommandsKHR, whose parameters changed with version 0.9.2.
  enum class Updates : std::uint8_t { NotAsked, Chain, Lists, NotKnown };

  std::mutex mutex;
  cl_command_queue queue = nullptr;  // its first
  std::vector<Launch> launches;
  Updates updates = Updates::NotAsked;
  std::vector<std::shared_ptr<Activity>> written;  // objects that its commands write; only while contents are
                                                   // recorded
};

HandleTable<CommandBuffer>& command_buffers();

// Describes the launch again if an argument was updated or if a pointer now refers to other memory. Requires
// the buffer's lock.
void refresh(CommandBuffer::Launch& one);

// Records that a command of the buffer changes a memory object.
void add_written(cl_command_buffer_khr buffer, cl_mem memory);

}  // namespace launchproof::shim
