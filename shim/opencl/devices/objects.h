// The shim's records of the application's API objects.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "shim/opencl/entry/api.h"
#include "shim/recording/activity.h"
#include "shim/recording/handle_table.h"
#include "shim/recording/recorder.h"
#include "shim/recording/section.h"

namespace launchproof::shim {

struct ImageFacts {
  cl_image_format format{};
  cl_image_desc description{};
};

// A memory object; ids are the capture's. Applications create very many, so it takes at most 120 bytes
// including the overhead of std::make_shared, which the C library allocates fastest.
struct Memory {
  // Everything that must be known about a buffer with its own bytes while contents are not recorded.
  struct Note {
    std::uint64_t id = 0, bytes = 0, flags = 0;
  };
  Memory() = default;
  Memory(const void* buffer, const Note& note);

  enum class Kind : std::uint8_t { Buffer, Image, Pipe, Other } kind = Kind::Buffer;
  bool over_buffer = false;        // images: `root` is a buffer
  bool is_shared_virtual = false;  // its bytes can also be reached through pointers of the host
  std::uint64_t id{};
  std::uint64_t root{};    // id of the object whose bytes it shares; its own id if it has its own bytes
  std::uint64_t origin{};  // bytes from the start of the root object
  std::optional<std::uint64_t> bytes;
  std::uint64_t flags{};
  const char* unknown = "";                 // why it is of the kind Other
  cl_mem handle{};                          // handle of a buffer, for reading it; it may have been released
                                            // since
  std::shared_ptr<Activity> activity;       // activity of the root object; null while contents are not
                                            // recorded
  std::unique_ptr<ImageFacts> image;        // images with known parts
  std::uint32_t packet_bytes{}, packets{};  // pipes
};
static_assert(sizeof(Memory) <= 120 - 2 * sizeof(void*));

struct Sampler {
  bool normalized = false;
  std::uint32_t addressing{};
  std::uint32_t filter{};
};

// One argument as the application set it.
struct Argument {
  enum class Kind : std::uint8_t {
    Unset,
    Value,    // `bytes`
    Memory,   // `memory`
    Sampler,  // `sampler`
    Null,     // a null buffer
    Local,    // a null pointer with `size`; or a null buffer if the parameter is not a pointer to local
              // memory
    Pointer,  // `address`, which is `origin` bytes into `memory`; without `memory`, unknown for `reason`
    Unknown,  // `reason`
  } kind = Kind::Unset;
  std::uint64_t size{};  // as passed to clSetKernelArg
  std::string bytes;     // usually short, so that no allocation is needed
  std::shared_ptr<const Memory> memory;
  std::shared_ptr<const Sampler> sampler;
  const char* reason = "";
  const void* address = nullptr;  // Pointer
  std::uint64_t origin{};         // Pointer

  bool operator==(const Argument&) const = default;
};

// The information that clGetKernelArgInfo returns for a parameter.
struct Parameter {
  enum class Kind : std::uint8_t { NotKnown, Value, Pointer, LocalPointer, Image, Sampler, Other };
  Kind kind = Kind::NotKnown;
  std::string name;
  std::string type;
  bool is_const = false;  // the memory that it points to is not written, unless the program violates its
                          // declaration
};
using Parameters = std::vector<Parameter>;

struct Program {
  std::mutex mutex;
  capture::ProgramOrigin origin = capture::ProgramOrigin::Source;
  std::vector<capture::SourceFile> sources;
  std::string text;  // source text, for finding included files at build time
  // The build that gave the binaries that this program was made from.
  std::optional<capture::Program> recalled;
  std::map<cl_uint, std::string> specialization;  // constants that were set, for later builds
  capture::Program latest;                        // the latest build from source, as recorded; id 0: none
  capture::ProgramId current = 0;                 // of the latest build; 0 before the first one
  bool awaits_result = false;                     // the end of the latest build was not observed
  // Whether its driver supports OpenCL 1.2, and whether its kernels may use sub-groups. Nothing until the
  // driver is asked.
  std::optional<bool> has_1_2, may_use_sub_groups;
  // Parameters of kernels in the build `parameters_of`, by name, as far as they were requested. Parameters in
  // other builds are not kept.
  std::map<std::string, std::shared_ptr<const Parameters>> parameters;
  capture::ProgramId parameters_of = 0;
};

// An event that the application completes itself.
struct UserEvent {};

// A command queue as created by the application. Its record is in devices.h.
struct MadeQueue {};

// The function that reports the sub-groups of a launch.
struct SubGroupsAsked {
  cl_device_id device = nullptr;
  // Null: there is none, or it is unknown.
  decltype(cl_icd_dispatch::clGetKernelSubGroupInfo) query = nullptr;
};

// The function that reports the local size that the device will choose (cl_khr_suggested_local_work_size);
// null: there is none.
using LocalSizeAsked = clGetKernelSuggestedLocalWorkSizeKHR_fn;

// The values that an enqueue passes in addition to the kernel's arguments.
struct Configuration {
  // The queue. It does not distinguish launches.
  capture::QueueId queue = 0;
  bool out_of_order = false;
  capture::DeviceId device = 0;
  std::uint32_t work_dim = 1;
  bool local_given = false;
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::array<std::uint64_t, 3> global{1, 1, 1};
  std::array<std::uint64_t, 3> local{1, 1, 1};
  // The kernel for which the runtime is asked about sub-groups and its local size; null if it is not asked.
  cl_kernel kernel_handle = nullptr;
  SubGroupsAsked sub_groups_asked;
  cl_command_queue queue_handle = nullptr;
  LocalSizeAsked local_size_asked = nullptr;
  // The return address of the API call, if known. It does not distinguish launches either.
  const void* caller = nullptr;

  bool operator==(const Configuration& other) const {
    return device == other.device && work_dim == other.work_dim && local_given == other.local_given &&
           offset == other.offset && global == other.global && local == other.local;
  }
};

// Memory that a kernel reaches through pointers in memory, as declared with clSetKernelExecInfo.
struct Reached {
  std::vector<Argument> pointers;  // of kind Pointer
  std::vector<Argument>
      unified_pointers;       // the same from a separate list (CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL)
  std::set<std::string> all;  // capture::Reach::all
};

// The state of a kernel, besides its sizes, on which a launch depends.
struct KernelState {
  std::string name;
  capture::ProgramId program = 0;
  std::shared_ptr<const Parameters> parameters;  // null: none is known
  std::vector<Argument> arguments;
  Reached reached;
  bool has_pointers = false;         // some argument is a Pointer, or memory is reached through pointers
  std::uint64_t allocations_seen{};  // the version of the allocations in which they were looked up
  bool arguments_changed = true;     // since the latest launch
  bool may_use_sub_groups = false;   // as far as the text of its program shows

  // Returns the parameter with this index. All facts are unknown if the driver has not reported them.
  const Parameter& parameter(std::size_t index) const;
};

struct Kernel : KernelState {
  BriefLock mutex;
  // The latest launch; valid while no argument changes.
  Configuration latest;
  capture::LaunchHandle latest_handle;
  // Earlier launches, keyed by everything that distinguishes them; see signature().
  std::unordered_map<std::string, capture::LaunchHandle> earlier;
  // The number of launches of each kind that have contents recorded.
  std::unordered_map<std::string, unsigned> with_contents;
};

HandleTable<Memory>& memories();
HandleTable<Sampler>& samplers();
HandleTable<Program>& programs();
HandleTable<Kernel>& kernels();
HandleTable<MadeQueue>& made_queues();
// Returns the user events that the application has not completed yet.
HandleTable<UserEvent>& open_user_events();

// Calls clRetain* and counts the reference.
template <class Record, class Handle, class Function>
cl_int retained(HandleTable<Record>& table, Handle handle, Function function) {
  const cl_int code = function(handle);
  if (code == CL_SUCCESS) record_briefly([&] { table.retain(handle); });
  return code;
}

// Calls clRelease* and counts the reference.
template <class Record, class Handle, class Function>
cl_int released(HandleTable<Record>& table, Handle handle, Function function) {
  typename HandleTable<Record>::Released kept;
  record_briefly([&] { kept = table.release(handle); });
  const cl_int code = function(handle);
  if (code != CL_SUCCESS) record_briefly([&] { table.undo_release(handle, std::move(kept)); });
  return code;
}

}  // namespace launchproof::shim
