// Converts recorded data of a capture to the data of jobs. The kernel's parameters determine the meaning of
// arguments: the API alone does not distinguish a null buffer from the size of a local array.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "capture/reader.h"
#include "verify/frontend/frontend.h"
#include "verify/jobs/facts_answer.h"
#include "verify/jobs/program.h"
#include "verify/jobs/recorded/recorded_launch.h"
#include "verify/replay/replay.h"

namespace launchproof::jobs {

// Returns bytes of a buffer from the capture, or nothing with the reason in `why`.
using ContentsLookup =
    std::function<std::optional<std::vector<std::uint8_t>>(const capture::BufferArgument&, std::string& why)>;

// Returns whether recorded contents could not be read since the last call in this process because a file of
// the capture is missing or damaged.
bool take_unreadable_contents();

// Returns everything that the facts of a class and of its parts (LaunchVariant) depend on.
std::string launches_key(const capture::Capture& capture, const capture::LaunchClass& launch_class);

// Returns a lookup in this capture, which must outlive it. If contents are missing or damaged, the reason
// names the place.
ContentsLookup contents_lookup(const capture::Capture& capture);

// Returns the facts of a recorded launch. A local size that was left to the runtime is unknown if the runtime
// could not be asked for it. A kernel without barriers, local memory and work-group scopes whose ids are all
// get_global_id() computes the same for every local size; it is verified with groups of one work-item,
// between which nothing is ordered. `unknown` decides about all other kernels. Contents are read when the
// facts' users request them. Without `contents`, no contents are known.
FactsAnswer recorded_facts(const capture::Launch& launch, const model::KernelModel& kernel,
                           const ContentsLookup& contents = {},
                           UnknownLocalSize unknown = UnknownLocalSize::Refused);

// Returns whether all groups of a launch of this program have its local size. Programs of OpenCL C 2.0 and
// later may be launched with smaller groups at the ends, unless -cl-uniform-work-group-size forbids it.
bool has_uniform_groups(const std::vector<frontend::ProgramSource>& sources);

// The contents with which a launch is replayed: the recorded bytes of each memory object, and descriptions of
// what is missing ("argument 2 (idx): its contents were not recorded: ..."). Bytes of an object that no
// argument covers are 0.
struct ReplayContents {
  replay::Contents contents;
  std::vector<std::string> missing;
};
ReplayContents replay_contents(const capture::Capture& capture, const capture::Launch& launch);

// Returns whether the kernel computes the same, without ordering anything, for every local size.
bool independent_of_local_size(const model::KernelModel& kernel);

frontend::DeviceEnvironment recorded_device(const capture::Device& device);

// The lookups in a capture that the conversion of a program makes. Both may return nothing.
struct ProgramLookup {
  std::function<const capture::Program*(capture::ProgramId)> program;
  std::function<std::optional<std::string>(const capture::Digest&)> text;
};

// Returns the sources to compile. `Program::sources` is empty if there are none (binaries, IL, or lost text).
// The sources of a linked program are those of all its inputs.
Program recorded_program(const capture::Program& program, const capture::Device* device,
                         const ProgramLookup& lookup);

// Returns "program-1a2b3c4d5e6f.cl", the name under which a recorded program's source is shown.
std::string program_file_name(const capture::Program& program);

}  // namespace launchproof::jobs
