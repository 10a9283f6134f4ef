// The lines of a capture: each record as one line of JSON. docs/capture-format.md describes them.
#pragma once

#include <string>
#include <vector>

#include "capture/json/json_text.h"
#include "capture/types.h"

namespace launchproof::capture {

class LaunchArguments;

// The process that wrote records.
struct ProcessHead {
  std::uint64_t pid = 0;
  std::string
      forked_from;  // tag of the parent if it had begun to record; ids up to these then belong to the parent
  DeviceId inherited_devices = 0;
  ProgramId inherited_programs = 0;
  Session session;
};

std::string session_to_json(const Session& session);
std::string process_to_json(const ProcessHead& head);
std::string queue_to_json(const Queue& queue);
std::string device_to_json(const Device& device);
std::string program_to_json(const Program& program);
std::string build_result_to_json(ProgramId program, const BuildResult& result);
std::string note_to_json(const char* text, Missing missing = Missing::Nothing);

// Returns everything that identifies a launch, as an unclosed JSON object. launch_line closes it.
std::string launch_to_open_json(const Launch& launch);
// Returns the same for a launch of a program with this digest and these options, and with `arguments` unless
// they are null, whatever the launch itself says. The text reuses the memory of `room`. `pieces`, unless
// null, receives the pieces of the text.
std::string launch_to_open_json(std::string room, const Launch& launch, const Digest& program_digest,
                                const Text& options, const LaunchArguments* arguments,
                                TextPieces* pieces = nullptr);
// The members that do not distinguish one launch from another.
struct LaunchEnd {
  std::uint64_t sequence = 0;
  std::uint64_t thread = 0;
  std::uint64_t counter = 0;
  QueueId queue = 0;
};
void close_launch(std::string& open_json, const LaunchEnd& end);

// Returns the text from which the digest of a program is computed. `input_digests` stand for the inputs.
std::string program_identity(const Program& program, const std::vector<Digest>& input_digests);

// Returns the word of the format.
const char* word_of(ProgramOrigin origin);
const char* word_of(BuildStatus status);

}  // namespace launchproof::capture
