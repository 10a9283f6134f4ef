// Verifies one kernel with the two-thread engine, for tests.
#pragma once

#include <set>
#include <vector>

#include "tests/verify/access/checked_kernel.h"
#include "verify/two_thread/engine.h"

namespace launchproof::two_thread::testing {

using access::testing::buffer;
using access::testing::explain;
using access::testing::integer;
using access::testing::Launch;
using access::testing::of;
using access::testing::patient;
using verdict::Property;
using verdict::Verdict;

inline verdict::ClassResult check(const std::string& source, const Launch& launch,
                                  const Options& options = {}, const symbolic::Options& limits = patient()) {
  const bool apart = options.uses(Optimisation::PrivateArrays);
  const model::KernelModel kernel = access::testing::compile(
      source, {}, {}, apart ? frontend::PrivateArrays::TakenApart : frontend::PrivateArrays::Kept);
  model::LaunchFacts facts;
  facts.local_size[0] = launch.local;
  facts.global_size[0] = launch.local * launch.groups;
  facts.arguments = launch.arguments;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  return verify(kernel, facts, store, *solver, limits, options);
}

// Returns the result for a kernel whose text is `body` from the second line on.
inline verdict::ClassResult result_of(const std::string& body, const Options& options = {},
                                      std::uint64_t local = 8, std::uint64_t groups = 2,
                                      const symbolic::Options& limits = patient()) {
  return check(
      "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
      " int g = get_global_id(0);\n" +
          body + " }",
      {local, groups, {buffer(1, 4096)}}, options, limits);
}

// Returns the lines of each finding, in the finding's order.
inline std::set<std::vector<std::uint32_t>> lines_of(const verdict::ClassResult& result) {
  std::set<std::vector<std::uint32_t>> all;
  for (const verdict::Finding& finding : result.findings) {
    std::vector<std::uint32_t> lines;
    lines.reserve(finding.locations.size());
    for (const verdict::SourceLocation& at : finding.locations) lines.push_back(at.line);
    all.insert(std::move(lines));
  }
  return all;
}

inline Verdict verdict_of(const std::string& body, const Options& options = {}, std::uint64_t local = 8,
                          std::uint64_t groups = 2) {
  return result_of(body, options, local, groups).verdict;
}

}  // namespace launchproof::two_thread::testing
