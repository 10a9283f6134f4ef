// Records one pass over one kernel, for tests.
#pragma once

#include <memory>
#include <string>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/terms/one_setting.h"
#include "verify/two_thread/terms/work_items.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread::testing {

// A launch of 2 groups of 8 work-items of a kernel whose parameters are a buffer of 4096 bytes, followed by
// these.
struct LaunchOf {
  explicit LaunchOf(const std::string& body, const std::string& parameters = "int n, int m",
                    Options chosen = {})
      : options(std::move(chosen)),
        kernel(access::testing::compile("__kernel void k(__global int* a, " + parameters + ") { " + body +
                                        " }")) {
    facts.local_size[0] = 8;
    facts.global_size[0] = 16;
    facts.arguments = {buffer(1, 4096)};
    facts.arguments.resize(kernel.parameters.size());
    analysed = std::make_unique<OneSetting>(kernel, facts, store, limits, options);
  }

  const Options options;
  model::KernelModel kernel;
  model::LaunchFacts facts;
  smt::TermStore store;
  const symbolic::Options limits = patient();
  std::unique_ptr<OneSetting> analysed;
};

struct WrittenDown {
  WrittenDown(LaunchOf& of, Pairing pairing, std::vector<bool> relevant = {})
      : of_pass(work_items(of.analysed->setting(), pairing)),
        values(of.analysed->setting(), pairing, of_pass.items),
        memory(of.analysed->setting(), pairing, values),
        problem(Walker(of.analysed->setting(), pairing, values, memory, {}, std::move(relevant))
                    .run(of_pass.base)) {}

  WorkItems of_pass;
  Values values;
  Memory memory;
  Problem problem;
};

}  // namespace launchproof::two_thread::testing
