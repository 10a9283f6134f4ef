// Compiles one kernel and verifies it, for tests.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "verify/access/engine.h"
#include "verify/frontend/frontend.h"

namespace launchproof::access::testing {

// Launch facts on one line: one dimension unless changed.
struct Launch {
  std::uint64_t local = 8;
  std::uint64_t groups = 2;
  std::vector<model::Argument> arguments;
};

inline model::Argument integer(std::int32_t value) {
  const auto bits = static_cast<std::uint32_t>(value);
  model::ValueArgument argument;
  for (int i = 0; i < 4; ++i) argument.bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  return argument;
}

inline model::Argument buffer(std::uint64_t object, std::uint64_t bytes, std::uint64_t origin = 0) {
  return model::BufferArgument{object, origin, bytes};
}

inline model::KernelModel compile(const std::string& source, const frontend::DeviceEnvironment& device = {},
                                  const std::string& options = {},
                                  frontend::PrivateArrays private_arrays = {}) {
  frontend::ProgramSource program;
  // Only CUDA has `__global__`.
  const bool is_cuda = source.find("__global__") != std::string::npos;
  program.file_name = is_cuda ? "test.cu" : "test.cl";
  if (is_cuda) program.language = frontend::SourceLanguage::Cuda;
  program.text = source;
  program.options = options;
  program.private_arrays = private_arrays;
  frontend::Translation translation = frontend::translate({program}, device);
  std::string messages;
  for (const auto& message : translation.messages) messages += message.text + "\n";
  EXPECT_TRUE(translation.compiled) << messages;
  EXPECT_FALSE(translation.kernels.empty());
  return translation.kernels.empty() ? model::KernelModel{} : translation.kernels.front();
}

// Limits that no question reaches, even on a busy machine or with sanitizers. Tests of limits set their own.
inline symbolic::Options patient() {
  symbolic::Options options;
  options.time = std::chrono::minutes(5);
  options.question_time = std::chrono::minutes(2);
  return options;
}

inline verdict::ClassResult check(const std::string& source, const Launch& launch,
                                  const symbolic::Options& options = patient()) {
  const model::KernelModel kernel = compile(source);
  EXPECT_EQ(model::validate(kernel), "");
  model::LaunchFacts facts;
  facts.local_size[0] = launch.local;
  facts.global_size[0] = launch.local * launch.groups;
  facts.arguments = launch.arguments;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  symbolic::Options chosen = options;
  if (kernel.language == model::Language::Cuda) chosen.barrier_rule = model::BarrierRule::Cuda;
  return verify(kernel, facts, store, *solver, chosen);
}

inline verdict::Verdict of(const verdict::ClassResult& result, verdict::Property property) {
  const auto found = result.properties.find(property);
  return found == result.properties.end() ? verdict::Verdict::NotAsked : found->second.verdict;
}

inline std::string explain(const verdict::ClassResult& result) {
  return verdict::to_json(result);
}

}  // namespace launchproof::access::testing
