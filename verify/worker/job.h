// A launch class to verify: everything a worker needs for one answer.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/access/engine.h"
#include "verify/frontend/frontend.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

struct Program {
  std::string key;  // unique within a run; jobs with equal keys share one translation
  std::vector<frontend::ProgramSource> sources;  // empty: the program was recorded without source
  frontend::DeviceEnvironment device;
};

// Launch facts for one kernel, or why there are none.
struct FactsAnswer {
  std::optional<model::LaunchFacts> facts;
  std::vector<std::string> assumptions;  // that the facts rest on, for the verdict's list
  // Without facts: the verdict of every property, with the cause.
  verdict::Verdict verdict = verdict::Verdict::Unsupported;
  verdict::Cause cause = verdict::Cause::UnsupportedConstruct;
  std::string reason;
  // Without facts, when the caller's input is at fault.
  std::string input_error;
  std::vector<std::string> unused;  // names given that the kernel does not have
};

struct Job {
  std::shared_ptr<const Program> program;
  std::string kernel;  // empty: every kernel of the program
  std::string source;  // as shown: a file, or "program <digest>"
  std::string launch;  // in words; when empty it is made from the facts
  std::string call_site;
  std::string repro;
  std::uint64_t launches = 1;
  std::string solver = "z3";
  access::Options options;  // `time` is the limit of the whole class, translation included
  std::function<FactsAnswer(const model::KernelModel&)> facts;
};

// "global (1024), local (256), n = 1000, out: 4096 bytes"
std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// A result in which every property has this verdict for this cause.
verdict::ClassResult settled(const Job& job, const std::string& kernel, verdict::Verdict verdict,
                             verdict::Cause cause, const std::string& reason,
                             const verdict::SourceLocation& location = {});

}  // namespace launchproof::worker
