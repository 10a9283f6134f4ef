// Converts what a capture recorded to what a job needs. The kernel's parameters determine what arguments
// mean: the API alone does not distinguish a null buffer from the size of a local array.
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

// Bytes of a buffer from the capture, or nothing and the reason in `why`.
using ContentsLookup =
    std::function<std::optional<std::vector<std::uint8_t>>(const capture::BufferArgument&, std::string& why)>;

// Returns whether since the last call, in this process, contents that were recorded could not be read: a file
// of the capture is missing or damaged.
bool take_unreadable_contents();

// Returns everything that the facts of a class and of its parts (LaunchVariant) depend on.
std::string launches_key(const capture::Capture& capture, const capture::LaunchClass& launch_class);

// Returns a lookup in this capture, which must outlive it. Missing or damaged contents are given as the
// reason, with their place.
ContentsLookup contents_lookup(const capture::Capture& capture);

// Returns the facts of a recorded launch. A local size that was left to the runtime, and that could not be
// asked, is unknown. A kernel without barriers, local memory and work-group scopes whose ids are all
// get_global_id() computes the same for every local size. It is verified with groups of one work-item, where
// nothing orders any two. `unknown` decides about any other kernel. Contents are read when the facts are
// asked for them. Without `contents` none are known.
FactsAnswer recorded_facts(const capture::Launch& launch, const model::KernelModel& kernel,
                           const ContentsLookup& contents = {},
                           UnknownLocalSize unknown = UnknownLocalSize::Refused);

// Returns whether all groups of a launch of this program have its local size: programs of OpenCL C 2.0 and
// later may be launched with smaller ones at the ends, unless -cl-uniform-work-group-size says otherwise.
bool has_uniform_groups(const std::vector<frontend::ProgramSource>& sources);

// The contents that a replay of a launch is given: the recorded bytes of each memory object, and what is
// missing in words ("argument 2 (idx): its contents were not recorded: ..."). Bytes of an object that no
// argument covers are 0.
struct ReplayContents {
  replay::Contents contents;
  std::vector<std::string> missing;
};
ReplayContents replay_contents(const capture::Capture& capture, const capture::Launch& launch);

// Returns whether the kernel computes the same, and orders nothing, whatever the local size is.
bool independent_of_local_size(const model::KernelModel& kernel);

frontend::DeviceEnvironment recorded_device(const capture::Device& device);

// The lookups that the conversion of a program makes in a capture. Both may give nothing.
struct ProgramLookup {
  std::function<const capture::Program*(capture::ProgramId)> program;
  std::function<std::optional<std::string>(const capture::Digest&)> text;
};

// Returns the sources to compile, `Program::sources` empty when there are none (binaries, IL, or a text that
// is lost). Linked programs are the sources of all their inputs.
Program recorded_program(const capture::Program& program, const capture::Device* device,
                         const ProgramLookup& lookup);

// Returns "program-1a2b3c4d5e6f.cl", the name under which a recorded program's source is shown.
std::string program_file_name(const capture::Program& program);

}  // namespace launchproof::jobs
