// Parses records from the lines of a capture. All functions throw std::exception for a line that does not
// follow docs/capture-format.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "capture/json/to_json.h"
#include "capture/types.h"

namespace launchproof::capture {

using Json = nlohmann::json;

Text text_from(const Json& json);  // a string, or {"hex": ...}
std::uint64_t number_from(const Json& json);
std::uint32_t small_number_from(const Json& json);  // below 2^32
const Json& list_from(const Json& json);            // the same value if it is an array
const Json& list_from(Json&& json) = delete;
std::vector<std::uint8_t> bytes_from_hex(const std::string& digits);

Session session_from(const Json& json);
ProcessHead process_from(const Json& json);
Device device_from(const Json& json);
Queue queue_from(const Json& json);
Program program_from(const Json& json);
BuildResult build_result_from(const Json& json);

struct LaunchLine {
  Launch launch;
  std::uint64_t counter = 0;
};
LaunchLine launch_from(const Json& json);

}  // namespace launchproof::capture
