// Makes two launches that write the same memory, ordered in the way that the argument names. If the argument
// ends in `apart`, each launch writes its own half of one allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef void *CUcontext, *CUmodule, *CUfunction, *CUstream, *CUevent, *CUgraph, *CUgraphNode, *CUgraphExec;

typedef struct {
  CUfunction func;
  unsigned grid[3], block[3], shared_bytes;
  void **parameters, **extra;
  CUfunction kernel;
  CUcontext context;
} KernelNode;

CUresult cuInit(unsigned flags);
CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxSynchronize(void);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuMemAlloc_v2(CUdeviceptr* pointer, size_t bytes);
CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared_bytes, CUstream stream, void** parameters, void** extra);
CUresult cuStreamCreate(CUstream* stream, unsigned flags);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuEventCreate(CUevent* event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuGraphCreate(CUgraph* graph, unsigned flags);
CUresult cuGraphAddKernelNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                                 const KernelNode* kernel);
CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph, unsigned long long flags);
CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream);

static void need(CUresult result, const char* what) {
  if (result == 0) return;
  printf("%s: %d\n", what, result);
  exit(1);
}
#define NEED(call) need(call, #call)

static const char* const kText =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".entry first(.param .u64 a)\n{\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [a];\n"
    "  st.global.u32 [%rd1], 1;\n  ret;\n}\n"
    ".entry second(.param .u64 a)\n{\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [a];\n"
    "  st.global.u32 [%rd1], 2;\n  ret;\n}\n";

static CUdeviceptr memory, other_half;
static void* parameters[] = {&memory};
static void* parameters_of_second[] = {&memory};

static void launch(CUfunction function, CUstream stream) {
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
}

static void launch_second(CUfunction function, CUstream stream) {
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters_of_second, NULL));
}

// A graph of both kernels. If `chained` is set, the second waits for the first.
static CUgraphExec graph_of(CUfunction first, CUfunction second, int chained) {
  CUgraph graph;
  CUgraphNode one, other;
  CUgraphExec executable;
  const KernelNode a = {first, {1, 1, 1}, {1, 1, 1}, 0, parameters, NULL, NULL, NULL};
  const KernelNode b = {second, {1, 1, 1}, {1, 1, 1}, 0, parameters_of_second, NULL, NULL, NULL};
  NEED(cuGraphCreate(&graph, 0));
  NEED(cuGraphAddKernelNode_v2(&one, graph, NULL, 0, &a));
  NEED(cuGraphAddKernelNode_v2(&other, graph, &one, chained, &b));
  NEED(cuGraphInstantiateWithFlags(&executable, graph, 0));
  return executable;
}

int main(int count, char** words) {
  const char* const mode = count > 1 ? words[1] : "";
  const int is_non_blocking = strcmp(mode, "non_blocking") == 0;
  CUcontext context;
  CUmodule module;
  CUfunction first, second;
  CUstream a, b;
  CUevent event;
  unsigned value = 0;
  NEED(cuInit(0));
  NEED(cuCtxCreate_v2(&context, 0, 0));
  NEED(cuModuleLoadData(&module, kText));
  NEED(cuModuleGetFunction(&first, module, "first"));
  NEED(cuModuleGetFunction(&second, module, "second"));
  NEED(cuMemAlloc_v2(&memory, 8));
  other_half = memory + 4;
  if (strstr(mode, "apart") != NULL) parameters_of_second[0] = &other_half;
  NEED(cuStreamCreate(&a, is_non_blocking));
  NEED(cuStreamCreate(&b, 0));
  NEED(cuEventCreate(&event, 0));
  if (strncmp(mode, "graph", 5) == 0) {
    NEED(cuGraphLaunch(graph_of(first, second, strcmp(mode, "graph_chain") == 0), a));
    return 0;
  }
  if (strcmp(mode, "behind_graph") == 0) {
    // The graph launches the first kernel twice, so one launch of it runs concurrently with the second
    // kernel.
    NEED(cuGraphLaunch(graph_of(first, first, 1), a));
    launch_second(second, a);
    return 0;
  }
  launch(first, a);
  if (strcmp(mode, "one_stream") == 0) launch_second(second, a);
  if (strcmp(mode, "event") == 0) {
    NEED(cuEventRecord(event, a));
    NEED(cuStreamWaitEvent(b, event, 0));
  }
  if (strcmp(mode, "early_event") == 0) {
    CUevent early;
    NEED(cuEventCreate(&early, 0));
    NEED(cuEventRecord(early, b));
    NEED(cuStreamWaitEvent(b, early, 0));
  }
  if (strcmp(mode, "no_event") == 0) NEED(cuStreamWaitEvent(b, event, 0));
  if (strcmp(mode, "host_event") == 0) {
    NEED(cuEventRecord(event, a));
    NEED(cuEventSynchronize(event));
  }
  if (strcmp(mode, "synchronise") == 0) NEED(cuStreamSynchronize(a));
  if (strcmp(mode, "synchronise_other") == 0) NEED(cuStreamSynchronize(b));
  if (strcmp(mode, "synchronise_all") == 0) NEED(cuCtxSynchronize());
  if (strcmp(mode, "copy") == 0) NEED(cuMemcpyDtoH_v2(&value, memory, 4));
  if (strcmp(mode, "copy_other") == 0) NEED(cuMemcpyDtoHAsync_v2(&value, memory, 4, b));
  if (strcmp(mode, "copy_legacy") == 0) NEED(cuMemcpyDtoHAsync_v2(&value, memory, 4, NULL));
  const int is_legacy = is_non_blocking || strcmp(mode, "legacy") == 0;
  if (strcmp(mode, "one_stream") != 0) launch_second(second, is_legacy ? NULL : b);
  return 0;
}
