// A program of the CUDA driver API that declares what it uses of it, so that nothing of a toolkit is needed.
//   app_cuda CASE     does what CASE says, and returns 0 when all came out as on a GPU
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef void *CUcontext, *CUmodule, *CUfunction, *CUstream, *CUevent;

CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetAttribute(int* value, int which, CUdevice device);
CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxDestroy_v2(CUcontext context);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSynchronize_v2(CUcontext context);
CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext context);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal_v2(CUdeviceptr* pointer, size_t* bytes, CUmodule module, const char* name);
CUresult cuMemAlloc_v2(CUdeviceptr* pointer, size_t bytes);
CUresult cuMemFree_v2(CUdeviceptr pointer);
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes);
CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, CUstream stream,
                                   void** parameters);
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared_bytes, CUstream stream, void** parameters, void** extra);
CUresult cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags,
                             int* status);
CUresult cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags);
CUresult cuGetExportTable(const void** table, const void* uuid);
CUresult cuGetErrorString(CUresult result, const char** text);

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
// Sums 64 numbers in each block. BARRIER separates the steps.
#define SUM(BARRIER)                                                                                         \
  HEAD ".global .align 4 .u32 calls = 3;\n"                                                                  \
       ".visible .entry sum(.param .u64 in, .param .u64 out)\n{\n"                                           \
       "  .reg .pred %p<3>;\n  .reg .b32 %r<16>;\n  .reg .b64 %rd<12>;\n  .shared .align 4 .b8 part[256];\n" \
       "  ld.param.u64 %rd1, [in];\n  ld.param.u64 %rd2, [out];\n  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, "    \
       "%ctaid.x;\n"                                                                                         \
       "  mad.lo.s32 %r3, %r2, 64, %r1;\n  mul.wide.u32 %rd3, %r3, 4;\n  add.s64 %rd4, %rd1, %rd3;\n"        \
       "  ld.global.u32 %r4, [%rd4];\n  mov.u32 %r5, part;\n  shl.b32 %r6, %r1, 2;\n  add.s32 %r7, %r5, "    \
       "%r6;\n"                                                                                              \
       "  st.shared.u32 [%r7], %r4;\n  bar.sync 0;\n  mov.u32 %r8, 32;\n"                                    \
       "loop:\n  setp.ge.u32 %p1, %r1, %r8;\n  @%p1 bra next;\n  shl.b32 %r9, %r8, 2;\n  add.s32 %r10, "     \
       "%r7, %r9;\n"                                                                                         \
       "  ld.shared.u32 %r11, [%r10];\n  ld.shared.u32 %r12, [%r7];\n  add.s32 %r13, %r11, %r12;\n"          \
       "  st.shared.u32 [%r7], %r13;\n"                                                                      \
       "next:\n" BARRIER                                                                                     \
       "  shr.u32 %r8, %r8, 1;\n  setp.ne.u32 %p2, %r8, 0;\n  @%p2 bra loop;\n"                              \
       "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra end;\n  ld.shared.u32 %r14, [part];\n"                        \
       "  mul.wide.u32 %rd5, %r2, 4;\n  add.s64 %rd6, %rd2, %rd5;\n  st.global.u32 [%rd6], %r14;\n"          \
       "  atom.global.add.u32 %r15, [calls], 1;\nend:\n  ret;\n}\n"

static void need(CUresult result, const char* what) {
  const char* text = "";
  if (result == 0) return;
  cuGetErrorString(result, &text);
  printf("%s: %s (%d)\n", what, text, result);
  exit(1);
}
#define NEED(call) need(call, #call)

static int failed(const char* what) {
  printf("wrong: %s\n", what);
  return 1;
}

static CUcontext begin(void) {
  CUdevice device = -1;
  CUcontext context = NULL;
  NEED(cuInit(0));
  NEED(cuDeviceGet(&device, 0));
  NEED(cuCtxCreate_v2(&context, 0, device));
  return context;
}

enum { BLOCKS = 4, THREADS = 64, COUNT = BLOCKS * THREADS };

static int sum(const char* ptx) {
  unsigned in[COUNT], out[BLOCKS], calls = 0;
  CUdeviceptr device_in, device_out, device_calls;
  CUmodule module;
  CUfunction function;
  size_t bytes = 0;
  void* parameters[] = {&device_in, &device_out};
  begin();
  for (unsigned i = 0; i < COUNT; ++i) in[i] = i;
  NEED(cuModuleLoadData(&module, ptx));
  NEED(cuModuleGetFunction(&function, module, "sum"));
  NEED(cuMemAlloc_v2(&device_in, sizeof in));
  NEED(cuMemAlloc_v2(&device_out, sizeof out));
  NEED(cuMemcpyHtoD_v2(device_in, in, sizeof in));
  NEED(cuLaunchKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, parameters, NULL));
  NEED(cuCtxSynchronize());
  NEED(cuMemcpyDtoH_v2(out, device_out, sizeof out));
  NEED(cuModuleGetGlobal_v2(&device_calls, &bytes, module, "calls"));
  NEED(cuMemcpyDtoH_v2(&calls, device_calls, sizeof calls));
  if (bytes != 4 || calls != 3 + BLOCKS) return failed("calls");
  for (unsigned b = 0; b < BLOCKS && strstr(ptx, "next:\n  bar.sync"); ++b)
    if (out[b] != THREADS * THREADS * b + THREADS * (THREADS - 1) / 2) return failed("out");
  NEED(cuMemFree_v2(device_in));
  NEED(cuMemFree_v2(device_out));
  NEED(cuModuleUnload(module));
  return 0;
}

#define STRUCTURE(STORE)                                                                       \
  HEAD ".extern .shared .align 4 .b8 dynamic[];\n"                                             \
       ".entry k(.param .align 8 .b8 s[16])\n{\n  .reg .b64 %rd<6>;\n  .reg .b32 %r<4>;\n"     \
       "  ld.param.u64 %rd1, [s];\n  ld.param.u32 %r1, [s+8];\n  mov.u32 %r2, %tid.x;\n"       \
       "  mul.wide.u32 %rd2, %r2, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"                           \
       "  mov.u64 %rd4, dynamic;\n  add.s64 %rd5, %rd4, %rd2;\n  st.shared.u32 [%rd5], %r1;\n" \
       "  ld.shared.u32 %r3, [%rd5];\n  st.global.u32 " STORE ";\n  ret;\n}\n"

// Passes a structure by value that holds a pointer into the middle of an allocation, and uses dynamic shared
// memory. If `races` is set, all threads write to one place.
static int structure(int races) {
  struct {
    CUdeviceptr to;
    unsigned value, unused;
  } by_value = {0, 42, 0};
  CUdeviceptr memory;
  CUmodule module;
  CUfunction function;
  unsigned out[8] = {0};
  void* parameters[] = {&by_value};
  begin();
  NEED(cuModuleLoadData(&module, races ? STRUCTURE("[%rd1], %r2") : STRUCTURE("[%rd3], %r3")));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuMemAlloc_v2(&memory, sizeof out));
  by_value.to = memory + 16;
  NEED(cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 16, NULL, parameters, NULL));
  NEED(cuMemcpyDtoH_v2(out, memory, sizeof out));
  for (unsigned i = 0; i < 8 && !races; ++i)
    if (out[i] != (i < 4 ? 0 : 42)) return failed("out");
  return 0;
}

// One thread of each block counts in the launch's workspace and waits, as the toolkit's cooperative groups
// do.
#define COOPERATIVE(BEFORE, BEHIND)                                                                \
  HEAD ".entry k(.param .u64 from, .param .u64 to)\n{\n  .reg .pred %p<4>;\n  .reg .b32 %r<16>;\n" \
       "  .reg .b64 %rd<12>;\n  ld.param.u64 %rd1, [from];\n  ld.param.u64 %rd2, [to];\n"          \
       "  mov.u32 %r1, %envreg2;\n  cvt.u64.u32 %rd3, %r1;\n  mov.u32 %r2, %envreg1;\n"            \
       "  cvt.u64.u32 %rd4, %r2;\n  bfi.b64 %rd5, %rd4, %rd3, 32, 32;\n  mov.u32 %r3, %ctaid.x;\n" \
       "  mov.u32 %r4, %tid.x;\n  mad.lo.s32 %r5, %r3, 64, %r4;\n  mul.wide.u32 %rd7, %r5, 4;\n"   \
       "  add.s64 %rd8, %rd1, %rd7;\n" BEFORE                                                      \
       "  setp.ne.s32 %p2, %r4, 0;\n  mov.u32 %r8, 1;\n"                                           \
       "  barrier.sync 0;\n  @%p2 bra passed;\n  atom.add.release.gpu.u32 %r9, [%rd5+4], %r8;\n"   \
       "waits:\n  ld.acquire.gpu.u32 %r10, [%rd5+4];\n  xor.b32 %r11, %r10, %r9;\n"                \
       "  setp.gt.s32 %p3, %r11, -1;\n  @%p3 bra waits;\npassed:\n  barrier.sync 0;\n" BEHIND      \
       "  sub.s32 %r12, 255, %r5;\n  mul.wide.u32 %rd9, %r12, 4;\n  add.s64 %rd10, %rd1, %rd9;\n"  \
       "  ld.global.u32 %r13, [%rd10];\n  add.s64 %rd11, %rd2, %rd7;\n"                            \
       "  st.global.u32 [%rd11], %r13;\n  ret;\n}\n"
#define STORE_NUMBER "  st.global.u32 [%rd8], %r5;\n"

// Each thread reads what a thread of another block stores before the barrier of the grid, or behind it if
// `races` is set.
static int cooperative(int races) {
  unsigned out[COUNT];
  CUdeviceptr from, to;
  CUmodule module;
  CUfunction function;
  void* parameters[] = {&from, &to};
  begin();
  NEED(cuModuleLoadData(&module, races ? COOPERATIVE("", STORE_NUMBER) : COOPERATIVE(STORE_NUMBER, "")));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuMemAlloc_v2(&from, sizeof out));
  NEED(cuMemAlloc_v2(&to, sizeof out));
  NEED(cuLaunchCooperativeKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, parameters));
  NEED(cuMemcpyDtoH_v2(out, to, sizeof out));
  for (unsigned i = 0; i < COUNT && !races; ++i)
    if (out[i] != COUNT - 1 - i) return failed("out");
  return 0;
}

// The same kernel, launched as one that is not cooperative.
static int not_cooperative(void) {
  CUdeviceptr from, to;
  CUmodule module;
  CUfunction function;
  void* parameters[] = {&from, &to};
  begin();
  NEED(cuModuleLoadData(&module, COOPERATIVE(STORE_NUMBER, "")));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuMemAlloc_v2(&from, COUNT * sizeof(unsigned)));
  NEED(cuMemAlloc_v2(&to, COUNT * sizeof(unsigned)));
  cuLaunchKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, parameters, NULL);
  return cuCtxSynchronize() == 0 ? failed("a trap") : 0;
}

// Passes the address of a variable that the kernel also accesses by name: each thread writes the place that
// its neighbour writes.
static int variable(void) {
  CUdeviceptr table;
  size_t bytes;
  CUmodule module;
  CUfunction function;
  void* parameters[] = {&table};
  begin();
  NEED(
      cuModuleLoadData(&module, HEAD
                       ".global .align 4 .b8 table[260];\n"
                       ".entry k(.param .u64 p)\n{\n  .reg .b64 %rd<6>;\n  .reg .b32 %r<2>;\n"
                       "  ld.param.u64 %rd1, [p];\n  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n"
                       "  add.s64 %rd3, %rd1, %rd2;\n  st.global.u32 [%rd3], %r1;\n"
                       "  mov.u64 %rd4, table;\n  add.s64 %rd5, %rd4, %rd2;\n  st.global.u32 [%rd5+4], %r1;\n"
                       "  ret;\n}\n"));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuModuleGetGlobal_v2(&table, &bytes, module, "table"));
  NEED(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
  return 0;
}

// A kernel whose results are not used.
static int not_executed(void) {
  CUdeviceptr memory;
  CUmodule module;
  CUfunction function;
  unsigned value = 7, major = 0, minor = 0;
  void* parameters[] = {&memory};
  begin();
  NEED(cuModuleLoadData(&module,
                        HEAD ".entry k(.param .u64 p)\n{\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [p];\n"
                             "  st.global.u32 [%rd1], 42;\n  ret;\n}\n"));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuMemAlloc_v2(&memory, 4));
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
  NEED(cuMemcpyDtoH_v2(&value, memory, 4));
  if (value != 0) return failed("the value");
  NEED(cuDeviceGetAttribute((int*)&major, 75, 0));
  NEED(cuDeviceGetAttribute((int*)&minor, 76, 0));
  printf("compute capability %u.%u\n", major, minor);
  return 0;
}

// Launches a kernel that is stopped because it takes too long.
static int too_long(void) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  begin();
  NEED(cuModuleLoadData(&module, HEAD ".entry k()\n{\nagain:\n  bar.sync 0;\n  bra again;\n}\n"));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  if (cuCtxSynchronize() != 702) return failed("the wait");
  if (cuMemAlloc_v2(&memory, 16) != 702) return failed("a later allocation");
  return 0;
}

// Launches a kernel that never ends.
static int endless(void) {
  CUmodule module;
  CUfunction function;
  begin();
  NEED(cuModuleLoadData(&module, HEAD ".entry k()\n{\nagain:\n  bar.sync 0;\n  bra again;\n}\n"));
  NEED(cuModuleGetFunction(&function, module, "k"));
  printf("launching\n");
  fflush(stdout);
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  return failed("the launch returned");
}

// Writes to an unmapped address.
static int illegal(void) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory, nowhere = 4096;
  void* parameters[] = {&nowhere};
  begin();
  NEED(cuModuleLoadData(&module,
                        HEAD ".entry wild(.param .u64 p)\n{\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [p];\n"
                             "  st.global.u32 [%rd1], 1;\n  ret;\n}\n"));
  NEED(cuModuleGetFunction(&function, module, "wild"));
  if (cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) != 700)
    return failed("the launch");
  if (cuCtxSynchronize() != 700) return failed("a later wait");
  if (cuMemAlloc_v2(&memory, 16) != 700) return failed("a later allocation");
  return 0;
}

typedef CUresult (*Launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           CUstream, void**, void**);

// Looks up functions by name, version and flags.
static int by_name(void) {
  void *found = &found, *of_thread = NULL;
  int status = -1;
  if (cuGetProcAddress_v2("cuNothing", &found, 13000, 0, &status) != 0 || found != NULL || status != 1)
    return failed("no function");
  found = &found;
  if (cuGetProcAddress_v2("cuMemAllocAsync", &found, 11000, 0, &status) != 0 || found != NULL || status != 2)
    return failed("a version before the function");
  if (cuGetProcAddress_v2("cuMemAlloc", &found, 14000, 0, &status) != 1) return failed("a future version");
  if (cuGetProcAddress_v2("cuMemAlloc", &found, 13000, 4, &status) != 1) return failed("flags that are none");
  if (cuGetProcAddress_v2(NULL, &found, 13000, 0, &status) != 1) return failed("no name");
  if (cuGetProcAddress("cuNothing", &found, 13000, 0) != 500) return failed("no function, as before 12.0");
  // The device has no cuMemAlloc for 32-bit addresses and does not return another function in its place.
  if (cuGetProcAddress_v2("cuMemAlloc", &found, 2000, 0, &status) != 0 || found != NULL || status != 1)
    return failed("an old version that is not there");
  NEED(cuGetProcAddress_v2("cuLaunchKernel", &found, 13000, 1, &status));
  NEED(cuGetProcAddress_v2("cuLaunchKernel", &of_thread, 13000, 2, &status));
  if (found != (void*)&cuLaunchKernel || of_thread == NULL || of_thread == found)
    return failed("a function for the stream of a thread");
  if (((Launch)of_thread)(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL) != 400)
    return failed("a launch in the stream of a thread");
  return 0;
}

static int wrong_uses(void) {
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory = 0, none = 0x1234;
  const void* table = &table;
  char byte = 0;
  void* found = NULL;
  int status = -1, count = 0;
  if (cuDeviceGetCount(&count) != 3) return failed("before cuInit");
  context = begin();
  NEED(cuCtxSynchronize_v2(context));
  NEED(cuCtxSynchronize_v2(NULL));
  if (cuCtxSynchronize_v2(&memory) != 201) return failed("a wait for no context");
  NEED(cuCtxGetDevice_v2(&status, context));
  if (status != 0) return failed("the device of a context");
  if (cuModuleLoadData(&module, "no PTX at all") != 218) return failed("a text that is no PTX");
  NEED(cuModuleLoadData(&module, HEAD ".entry k(.param .u64 a)\n{\n  ret;\n}\n"));
  if (cuModuleGetFunction(&function, module, "other") != 500) return failed("a kernel that is not there");
  NEED(cuModuleGetFunction(&function, module, "k"));
  void* parameters[] = {&none};
  if (cuLaunchKernel(function, 0, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) != 1) return failed("no block");
  if (cuLaunchKernel(function, 1, 1, 1, 1025, 1, 1, 0, NULL, parameters, NULL) != 1)
    return failed("1025 threads");
  if (cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 100000, NULL, parameters, NULL) != 1)
    return failed("much shared memory");
  if (cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL) != 1) return failed("no parameters");
  NEED(cuMemAlloc_v2(&memory, 16));
  if (cuMemcpyDtoH_v2(&byte, memory + 16, 1) != 1) return failed("a copy from behind an allocation");
  if (cuMemcpyHtoD_v2(memory + 8, "123456789", 9) != 1) return failed("a copy beyond an allocation");
  if (cuMemFree_v2(memory + 4) != 1) return failed("a free within an allocation");
  if (cuMemAlloc_v2(&none, 0) != 1) return failed("an allocation of nothing");
  if (cuMemAlloc_v2(&none, (size_t)1 << 60) != 2) return failed("an allocation that is too large");
  NEED(cuGetProcAddress_v2("cuMemAlloc", &found, 13000, 0, &status));
  if (found != (void*)&cuMemAlloc_v2 || status != 0) return failed("a function by name");
  if (by_name() != 0) return 1;
  if (cuGetExportTable(&table, &byte) == 0 || table != NULL) return failed("a private table");
  NEED(cuCtxDestroy_v2(context));
  if (cuMemAlloc_v2(&memory, 16) != 201) return failed("an allocation without a context");
  return 0;
}

// A forked child inherits its parent's handles but has no device.
static int forked(void) {
  CUdeviceptr memory;
  int status = 0;
  begin();
  pid_t child = fork();
  if (child == 0) _exit(cuMemAlloc_v2(&memory, 16) == 3 && cuInit(0) == 3 ? 0 : 1);
  waitpid(child, &status, 0);
  if (status != 0) return failed("the child");
  if (waitpid(-1, &status, WNOHANG) != -1) return failed("a child that the application did not start");
  NEED(cuMemAlloc_v2(&memory, 16));
  return 0;
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "sum";
  if (strcmp(what, "sum") == 0) return sum(SUM("  bar.sync 0;\n"));
  if (strcmp(what, "race") == 0) return sum(SUM(""));
  if (strcmp(what, "structure") == 0) return structure(0);
  if (strcmp(what, "structure_race") == 0) return structure(1);
  if (strcmp(what, "cooperative") == 0) return cooperative(0);
  if (strcmp(what, "cooperative_race") == 0) return cooperative(1);
  if (strcmp(what, "not_cooperative") == 0) return not_cooperative();
  if (strcmp(what, "variable") == 0) return variable();
  if (strcmp(what, "endless") == 0) return endless();
  if (strcmp(what, "not_executed") == 0) return not_executed();
  if (strcmp(what, "too_long") == 0) return too_long();
  if (strcmp(what, "illegal") == 0) return illegal();
  if (strcmp(what, "wrong_uses") == 0) return wrong_uses();
  if (strcmp(what, "forked") == 0) return forked();
  return 2;
}
