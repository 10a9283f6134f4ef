// A kernel of a few lines, and the data from which analyses are made. Accesses, barriers and blocks are
// identified by their line in the text, from 1.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/stable_reads.h"
#include "verify/analysis/uniformity.h"
#include "verify/frontend/frontend.h"

namespace launchproof::analysis {

// A launch of two groups of eight work-items whose arguments are not given.
inline model::LaunchFacts small_launch(const model::KernelModel& kernel) {
  model::LaunchFacts facts;
  facts.local_size = {8, 1, 1};
  facts.global_size = {16, 1, 1};
  facts.arguments.resize(kernel.parameters.size());
  return facts;
}

inline model::KernelModel compiled(const std::string& text,
                                   frontend::SourceLanguage language = frontend::SourceLanguage::OpenCl) {
  const bool is_cuda = language == frontend::SourceLanguage::Cuda;
  frontend::Translation translation =
      frontend::translate({{.file_name = is_cuda ? "k.cu" : "k.cl", .text = text, .language = language}}, {});
  EXPECT_TRUE(translation.compiled) << text;
  return translation.kernels.at(0);
}

struct CompiledKernel {
  model::KernelModel kernel;
  model::LaunchFacts facts;
  FlowGraph graph;
  MemoryRegions regions;
  StableReads reads;
  Uniformity uniformity;

  explicit CompiledKernel(const std::string& text) : CompiledKernel(compiled(text)) {}
  explicit CompiledKernel(const model::KernelModel& made) : CompiledKernel(made, small_launch(made)) {}
  CompiledKernel(model::KernelModel made, model::LaunchFacts launch)
      : kernel(std::move(made)),
        facts(std::move(launch)),
        graph(kernel),
        regions(kernel, facts),
        reads(graph, regions),
        uniformity(graph, regions, reads) {}
  CompiledKernel(const CompiledKernel&) = delete;
  CompiledKernel& operator=(const CompiledKernel&) = delete;

  std::vector<model::SiteId> sites(std::uint32_t line) const {
    std::vector<model::SiteId> result;
    for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
      if (kernel.locations.at(kernel.sites[id].location).line == line) result.push_back(id);
    EXPECT_FALSE(result.empty()) << "no access in line " << line;
    return result;
  }
  const model::Site& site(std::uint32_t line) const { return kernel.sites[sites(line).at(0)]; }
  // Returns the value stored by the only write on the line.
  model::ValueId stored(std::uint32_t line) const {
    for (const model::SiteId id : sites(line))
      if (kernel.sites[id].kind == model::AccessKind::Write) return kernel.sites[id].written.at(0);
    ADD_FAILURE() << "no write in line " << line;
    return model::kNone;
  }
  model::BlockId block(std::uint32_t line) const { return site(line).block; }
  model::BarrierId barrier(std::uint32_t line) const {
    for (model::BarrierId id = 0; id < kernel.barriers.size(); ++id)
      if (kernel.locations.at(kernel.barriers[id].location).line == line) return id;
    ADD_FAILURE() << "no barrier in line " << line;
    return model::kNone;
  }
  model::ArrayId array(const std::string& name) const {
    for (model::ArrayId id = 0; id < kernel.arrays.size(); ++id)
      if (kernel.arrays[id].name == name) return id;
    ADD_FAILURE() << "no array " << name;
    return model::kNone;
  }
};

}  // namespace launchproof::analysis
