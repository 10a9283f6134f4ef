// A launch class to verify: everything a worker needs for one answer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "verify/access/engine.h"
#include "verify/frontend/frontend.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/facts_answer.h"

namespace launchproof::worker {

struct Program {
  std::string key;  // unique within a run; jobs with equal keys share one translation
  std::vector<frontend::ProgramSource> sources;  // empty: the program was recorded without source
  frontend::DeviceEnvironment device;
};

struct Job {
  std::shared_ptr<const Program> program;
  std::string kernel;  // empty: every kernel of the program
  std::string source;  // as shown: a file, or "program <digest>"
  std::string launch;  // in words; when empty it is made from the facts
  std::string call_site;
  std::string repro;
  bool names_must_fit = false;  // names that the facts know and the only kernel does not are an input error
  std::uint64_t launches = 1;
  std::string solver = "z3";
  access::Options options;  // `time` is the limit of the whole class, translation included
  std::function<FactsAnswer(const model::KernelModel&)> facts;
};

// "global (1024), local (256), n = 1000, out: 4096 bytes"; with an open local size "local any".
std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            bool local_size_open);

// A result in which every property has this verdict for this cause.
verdict::ClassResult settled(const Job& job, const std::string& kernel, verdict::Verdict verdict,
                             verdict::Cause cause, const std::string& reason,
                             const verdict::SourceLocation& location = {});

}  // namespace launchproof::worker
