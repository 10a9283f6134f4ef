// The program of a job.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"

namespace launchproof::jobs {

struct Program {
  std::string key;  // unique within a run; jobs with equal keys share one translation
  std::vector<frontend::ProgramSource> sources;  // empty if there are none; see `no_source`
  frontend::DeviceEnvironment device;
  std::string no_source;  // why there are no sources
  // The PTX that the application itself compiled the sources to and launched; null if there is none.
  std::shared_ptr<const Program> module;
};

}  // namespace launchproof::jobs
