// Implements launches, captured streams and graphs. Kernels do nothing.
#include <string.h>

#include <memory>

#include "stub.h"

namespace {

struct Graph {
  std::vector<std::unique_ptr<StubLaunch>> nodes;
};

std::map<void*, Graph*>& captures() {
  static auto& all = *new std::map<void*, Graph*>;
  return all;
}

struct Config {
  unsigned shape[7];
  void* stream;
};

struct KernelNode {
  StubKernel* function;
  unsigned shape[7];
  void** parameters;
  void** extra;
  StubKernel* kernel;
  void* context;
};

int launch(void* function, const unsigned* shape, void* stream, void** parameters) {
  if (function == nullptr) return kInvalidHandle;
  for (int i = 0; i < 6; ++i)
    if (shape[i] == 0) return kInvalidValue;
  stub_capture(stream, static_cast<StubKernel*>(function), shape, parameters);
  return kSuccess;
}

int begin_capture(void* stream) {
  const std::lock_guard lock(stub_mutex());
  captures()[stream] = new Graph;
  return kSuccess;
}

int instantiate(void** executable, void* graph) {
  *executable = graph;
  return kSuccess;
}

}  // namespace

StubLaunch stub_copy(StubKernel* kernel, const unsigned* shape, void** parameters) {
  StubLaunch made{kernel, {}, {}, {}};
  memcpy(made.shape, shape, sizeof made.shape);
  for (std::size_t i = 0; i < kernel->parameters.size(); ++i)
    made.parameters.emplace_back(static_cast<const char*>(parameters[i]), kernel->parameters[i].size);
  for (std::string& bytes : made.parameters) made.pointers.push_back(bytes.data());
  return made;
}

bool stub_capture(void* stream, StubKernel* kernel, const unsigned* shape, void** parameters) {
  const std::lock_guard lock(stub_mutex());
  if (captures().empty()) return false;
  const auto found = captures().find(stream);
  if (found == captures().end()) return false;
  auto& node =
      found->second->nodes.emplace_back(std::make_unique<StubLaunch>(stub_copy(kernel, shape, parameters)));
  node->pointers.clear();
  for (std::string& bytes : node->parameters) node->pointers.push_back(bytes.data());
  return true;
}

STUB stub_cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                         unsigned bz, unsigned shared, void* stream, void** parameters, void**) {
  const unsigned shape[] = {gx, gy, gz, bx, by, bz, shared};
  return launch(function, shape, stream, parameters);
}

STUB stub_cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                    unsigned by, unsigned bz, unsigned shared, void* stream,
                                    void** parameters) {
  const unsigned shape[] = {gx, gy, gz, bx, by, bz, shared};
  return launch(function, shape, stream, parameters);
}

STUB stub_cuLaunchKernelEx(const Config* config, void* function, void** parameters, void**) {
  return launch(function, config->shape, config->stream, parameters);
}

STUB stub_cuStreamBeginCapture_v2(void* stream, int) {
  return begin_capture(stream);
}

STUB stub_cuStreamIsCapturing(void* stream, int* status) {
  const std::lock_guard lock(stub_mutex());
  *status = captures().contains(stream) ? 1 : 0;
  return kSuccess;
}

STUB stub_cuStreamEndCapture(void* stream, void** graph) {
  const std::lock_guard lock(stub_mutex());
  *graph = captures()[stream];
  captures().erase(stream);
  return kSuccess;
}

STUB stub_cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long) {
  return instantiate(executable, graph);
}

STUB stub_cuGraphGetNodes(void* graph, void** nodes, std::size_t* count) {
  const auto& all = static_cast<Graph*>(graph)->nodes;
  if (nodes != nullptr)
    for (std::size_t i = 0; i < all.size() && i < *count; ++i) nodes[i] = all[i].get();
  *count = all.size();
  return kSuccess;
}

STUB stub_cuGraphNodeGetType(void*, int* type) {
  *type = 0;
  return kSuccess;
}

STUB stub_cuGraphKernelNodeGetParams_v2(void* node, KernelNode* parameters) {
  auto* const launch = static_cast<StubLaunch*>(node);
  *parameters = {launch->kernel, {}, launch->pointers.data(), nullptr, nullptr, nullptr};
  memcpy(parameters->shape, launch->shape, sizeof launch->shape);
  return kSuccess;
}

STUB stub_cuGraphExecKernelNodeSetParams_v2(void*, void*, const KernelNode*) {
  return kSuccess;
}

STUB stub_cuGraphNodeSetEnabled(void*, void*, unsigned) {
  return kSuccess;
}

STUB stub_cuGraphLaunch(void*, void*) {
  return kSuccess;
}

STUB stub_cuGraphExecDestroy(void*) {
  return kSuccess;
}
