// The programs of a capture, as jobs take them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "capture/reader.h"
#include "cli/options/options.h"
#include "verify/worker/recorded/recorded.h"

namespace launchproof::cli {

// Converts each program once for a device.
class RecordedPrograms {
 public:
  // Requires that the capture outlives it.
  RecordedPrograms(const capture::Capture& capture, const Arguments& arguments);

  // Returns the name that reports have for the kernel of a launch: that of its source, where PTX has another
  // one.
  std::string kernel_of(const capture::Launch& launch);
  std::shared_ptr<const worker::Program> of(const capture::Launch& launch);
  // Returns the name of the source that a launch is shown with.
  std::string source_name_of(const capture::Launch& launch);

 private:
  const capture::Capture& d_capture;
  frontend::AnnotationUse d_annotations;
  bool d_is_modular;
  frontend::PrivateArrays d_private_arrays;
  worker::ProgramLookup d_lookup;
  std::map<std::pair<capture::ProgramId, capture::DeviceId>, std::shared_ptr<const worker::Program>>
      d_programs;
  std::map<capture::ProgramId, std::map<std::string, std::string>> d_names;  // by those in the PTX
};

// Returns the source that a class is shown with: of a linked program, the one that names the kernel. Null
// where there is none.
const frontend::ProgramSource* shown_source(const worker::Program& program, const std::string& kernel);

// Returns the facts with the sub-groups that the command line states.
worker::FactsAnswer with_stated_sub_groups(worker::FactsAnswer answer, const model::SubGroups& stated);

}  // namespace launchproof::cli
