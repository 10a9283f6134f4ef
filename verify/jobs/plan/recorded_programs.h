// The programs of a capture, in the form that jobs take.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "capture/reader.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {

// How sources of programs are read.
struct SourceUse {
  frontend::AnnotationUse annotations = frontend::AnnotationUse::All;
  bool is_modular = false;
  frontend::PrivateArrays private_arrays = frontend::PrivateArrays::TakenApart;
};

// Converts each program once per device. A module that the application compiled with NVRTC is converted to
// its source for the kernels that the front end understands there, and to its PTX for the others.
class RecordedPrograms {
 public:
  // Requires that the capture outlives it.
  RecordedPrograms(const capture::Capture& capture, const SourceUse& use);

  // Returns the name of the launch's kernel in reports. If the PTX has a different name for it, returns the
  // name in the source.
  std::string kernel_of(const capture::Launch& launch);
  std::shared_ptr<const Program> of(const capture::Launch& launch);
  // Returns the name of the source shown with a launch.
  std::string source_name_of(const capture::Launch& launch);
  // Returns a sentence for each program with kernels that were verified from their PTX although their source
  // was recorded.
  std::vector<std::string> notes() const { return d_notes; }

 private:
  using Place = std::pair<capture::ProgramId, capture::DeviceId>;
  // The source of a module compiled with NVRTC, as a program, and the kernels that the front end understands
  // in it.
  struct Source {
    std::shared_ptr<const Program> program;
    std::set<std::string> kernels;
    std::string problem;  // why the other kernels are missing
  };

  std::shared_ptr<const Program> module_of(const capture::Launch& launch);
  const Source& source_of(const capture::Launch& launch);
  Source read_source(const capture::Launch& launch);
  void set_options(Program& program) const;
  // Returns the kernels of a program for which the capture has launches, by their names in the PTX.
  std::set<std::string> launched(capture::ProgramId program) const;

  const capture::Capture& d_capture;
  SourceUse d_use;
  ProgramLookup d_lookup;
  std::map<Place, std::shared_ptr<const Program>> d_modules;
  std::map<Place, Source> d_sources;
  std::vector<std::string> d_notes;
  // By program: kernel names in the PTX -> names in the source.
  std::map<capture::ProgramId, std::map<std::string, std::string>> d_names;
};

// Returns the source to show for a class, or null if there is none. For a linked program, returns the source
// that names the kernel.
const frontend::ProgramSource* shown_source(const Program& program, const std::string& kernel);

}  // namespace launchproof::jobs
