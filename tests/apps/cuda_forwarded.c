// A program that opens CUDA's driver itself and asks it for all functions by name, as CUDA's runtime does.
//   app_cuda_forwarded CASE [N]     does what CASE says, and returns 0 when every call had the result that
//   the driver gives
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long long CUdeviceptr;

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
// Each thread writes its own element, or all threads write the first one.
#define WRITE(INDEX)                                                                                         \
  HEAD                                                                                                       \
      ".global .align 4 .b8 table[256];\n"                                                                   \
      ".visible .entry write(.param .u64 out, .param .u32 value)\n{\n"                                       \
      "  .reg .b64 %rd<6>;\n  .reg .b32 %r<6>;\n  ld.param.u64 %rd1, [out];\n  ld.param.u32 %r5, [value];\n" \
      "  cvta.to.global.u64 %rd2, %rd1;\n  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, "  \
      "%ntid.x;\n"                                                                                           \
      "  mad.lo.s32 %r4, %r2, %r3, %r1;\n  mul.wide.u32 %rd3, " INDEX                                        \
      ", 4;\n  add.s64 %rd4, %rd2, %rd3;\n"                                                                  \
      "  st.global.u32 [%rd4], %r4;\n  ret;\n}\n"
static const char* const kWrite = WRITE("%r4");
static const char* const kRace = WRITE("%r1");

static int (*get)(const char*, void**, int, unsigned long long, int*);
static unsigned long long flags = 1;
static int version = 13000;

static void* by_name(const char* name) {
  void* function = NULL;
  int status = -1;
  int result = get(name, &function, version, flags, &status);
  if (result != 0 || function == NULL || status != 0) {
    printf("%s: result %d, status %d\n", name, result, status);
    exit(1);
  }
  return function;
}
#define CALL(name, ...) ((int (*)())by_name(#name))(__VA_ARGS__)
#define NEED(name, ...)                               \
  do {                                                \
    int result_of_call = CALL(name, __VA_ARGS__);     \
    if (result_of_call != 0) {                        \
      printf("%s gives %d\n", #name, result_of_call); \
      exit(1);                                        \
    }                                                 \
  } while (0)

typedef int (*Launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                      void**, void**);

static int failed(const char* what) {
  printf("wrong: %s\n", what);
  return 1;
}

static void* begin(void) {
  void* context = NULL;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("%s\n", dlerror());
    exit(1);
  }
  *(void**)&get = dlsym(library, "cuGetProcAddress_v2");
  NEED(cuInit, 0);
  NEED(cuDevicePrimaryCtxRetain, &context, 0);
  NEED(cuCtxSetCurrent, context);
  return context;
}

static void* load(const char* image, void** function) {
  void* module = NULL;
  NEED(cuModuleLoadData, &module, image);
  NEED(cuModuleGetFunction, function, module, "write");
  return module;
}

static CUdeviceptr memory(size_t bytes) {
  CUdeviceptr made = 0;
  CUdeviceptr* to = &made;
  NEED(cuMemAlloc, to, bytes);
  return made;
}

// Launches two blocks of 64 threads.
static int launch(void* function, CUdeviceptr out, unsigned value, void* stream) {
  void* parameters[] = {&out, &value};
  return ((Launch)by_name("cuLaunchKernel"))(function, 2, 1, 1, 64, 1, 1, 0, stream, parameters, NULL);
}

static int write_once(const char* image) {
  void* function;
  begin();
  void* module = load(image, &function);
  CUdeviceptr out = memory(512);
  if (launch(function, out, 7, NULL) != 0) return failed("the launch");
  NEED(cuCtxSynchronize, NULL);
  NEED(cuMemFree, out);
  NEED(cuModuleUnload, module);
  return 0;
}

struct Attribute {
  int id, padding;
  union {
    int number;
    char bytes[64];
  } value;
};

struct Config {
  unsigned shape[7];
  void* stream;
  void* attributes;
  unsigned count;
};

// Launches in every available way, each with different sizes.
static int ways(void) {
  void *function, *kernel, *library, *of_kernel;
  begin();
  load(kWrite, &function);
  NEED(cuLibraryLoadData, &library, kWrite, NULL, NULL, 0, NULL, NULL, 0);
  NEED(cuLibraryGetKernel, &kernel, library, "write");
  NEED(cuKernelGetFunction, &of_kernel, kernel);
  CUdeviceptr out = memory(4096);
  unsigned value = 1;
  void* parameters[] = {&out, &value};
  struct {
    CUdeviceptr out;
    unsigned value;
  } block = {out, 2};
  size_t size = 12;
  void* extra[] = {(void*)1, &block, (void*)2, &size, NULL};
  struct Config config = {{3, 1, 1, 64, 1, 1, 0}, NULL, NULL, 0};
  Launch launch_kernel = (Launch)by_name("cuLaunchKernel");
  if (launch_kernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, extra) != 0) return failed("extra");
  if (launch_kernel(kernel, 2, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL) != 0)
    return failed("a library's kernel");
  NEED(cuLaunchKernelEx, &config, function, parameters, NULL);
  struct Attribute cooperative = {2, 0, {1}};
  struct Config with_attribute = {{6, 1, 1, 64, 1, 1, 0}, NULL, &cooperative, 1};
  NEED(cuLaunchKernelEx, &with_attribute, function, parameters, NULL);
  NEED(cuLaunchCooperativeKernel, of_kernel, 4, 1, 1, 64, 1, 1, 0, NULL, parameters);
  flags = 2;
  if (((Launch)by_name("cuLaunchKernel"))(function, 5, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL) != 0)
    return failed("the stream of a thread");
  // A launch that the driver refuses is not counted.
  if (launch_kernel(function, 0, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL) != 1) return failed("no block");
  return 0;
}

// A pointer into an allocation of each kind.
static int memories(void) {
  void *function, *host, *pool = NULL;
  CUdeviceptr at = 0, begun = 0;
  size_t pitch = 0, bytes = 0;
  char ipc[64] = {0};
  begin();
  void* module = load(kWrite, &function);
  NEED(cuMemAllocPitch, &at, &pitch, (size_t)100, (size_t)4, 4);
  if (pitch != 512 || launch(function, at, 1, NULL) != 0) return failed("pitched");
  NEED(cuMemAllocManaged, &at, (size_t)1000, 1);
  if (launch(function, at + 8, 2, NULL) != 0) return failed("managed");
  NEED(cuMemAllocAsync, &at, (size_t)1100, NULL);
  if (launch(function, at, 3, NULL) != 0) return failed("asynchronous");
  NEED(cuMemFreeAsync, at, NULL);
  NEED(cuMemAllocFromPoolAsync, &at, (size_t)1200, pool, NULL);
  if (launch(function, at, 4, NULL) != 0) return failed("pooled");
  NEED(cuMemHostAlloc, &host, (size_t)1300, 2);
  NEED(cuMemHostGetDevicePointer, &at, host, 0);
  if (launch(function, at, 5, NULL) != 0) return failed("host");
  host = malloc(1400);
  NEED(cuMemHostRegister, host, (size_t)1400, 2);
  NEED(cuMemHostGetDevicePointer, &at, host, 0);
  if (launch(function, at, 6, NULL) != 0) return failed("registered");
  // Two adjacent pieces are one allocation; a piece that is mapped twice is not known.
  NEED(cuMemAddressReserve, &begun, (size_t)1 << 22, (size_t)0, 0ULL, 0ULL);
  NEED(cuMemMap, begun, (size_t)1 << 20, (size_t)0, 77ULL, 0ULL);
  NEED(cuMemMap, begun + (1 << 20), (size_t)1 << 20, (size_t)0, 78ULL, 0ULL);
  if (launch(function, begun, 7, NULL) != 0) return failed("mapped");
  NEED(cuMemMap, begun + (3 << 20), (size_t)1 << 20, (size_t)0, 77ULL, 0ULL);
  if (launch(function, begun, 8, NULL) != 0) return failed("mapped twice");
  NEED(cuMemUnmap, begun, (size_t)1 << 22);
  NEED(cuModuleGetGlobal, &at, &bytes, module, "table");
  if (bytes != 256 || launch(function, at, 9, NULL) != 0) return failed("a variable");
  struct {
    char bytes[64];
  } handle;
  memcpy(&handle, ipc, sizeof handle);
  if (((int (*)(CUdeviceptr*, __typeof__(handle), unsigned))by_name("cuIpcOpenMemHandle"))(&at, handle, 1) !=
      0)
    return failed("a handle of another process");
  if (launch(function, at, 10, NULL) != 0) return failed("of another process");
  return 0;
}

// Loads a module from a file.
static int from_file(const char* name) {
  void *module, *function;
  begin();
  NEED(cuModuleLoad, &module, name);
  NEED(cuModuleGetFunction, &function, module, "write");
  return launch(function, memory(512), 1, NULL);
}

// Loads a module that the driver links.
static int linked(void) {
  void *link, *image, *function, *module;
  size_t bytes = 0;
  begin();
  NEED(cuLinkCreate, 0, NULL, NULL, &link);
  NEED(cuLinkAddData, link, 1, kWrite, strlen(kWrite), "write", 0, NULL, NULL);
  NEED(cuLinkComplete, link, &image, &bytes);
  char* copy = calloc(1, bytes + 1);
  memcpy(copy, image, bytes);
  NEED(cuLinkDestroy, link);
  NEED(cuModuleLoadDataEx, &module, copy, 0, NULL, NULL);
  free(copy);
  NEED(cuModuleGetFunction, &function, module, "write");
  return launch(function, memory(512), 1, NULL);
}

// Handles and addresses are reused with a new meaning.
static int reused(void) {
  void *first, *second;
  begin();
  for (int i = 0; i < 50; ++i) {
    void* module = load(i % 2 == 0 ? kWrite : kRace, &first);
    CUdeviceptr out = memory(512);
    if (launch(first, out, 1, NULL) != 0) return failed("the launch");
    NEED(cuMemFree, out);
    NEED(cuModuleUnload, module);
  }
  load(kWrite, &second);
  return launch(second, memory(512), 2, NULL);
}

// Repeats a launch at the same address after the allocation there has become smaller.
static int smaller(void) {
  void* function;
  begin();
  load(kWrite, &function);
  CUdeviceptr first = memory(512);
  if (launch(function, first, 1, NULL) != 0) return failed("the launch");
  NEED(cuMemFree, first);
  CUdeviceptr second = memory(500);
  if (second != first) return failed("another address");
  return launch(function, second, 1, NULL);
}

// Writes to freed memory.
static int freed(void) {
  void* function;
  begin();
  load(kWrite, &function);
  CUdeviceptr out = memory(512);
  NEED(cuMemFree, out);
  return launch(function, out, 1, NULL);
}

static int many(void) {
  enum { COUNT = 100000 };
  void* function;
  CUdeviceptr* all = malloc(COUNT * sizeof *all);
  begin();
  load(kWrite, &function);
  for (int i = 0; i < COUNT; ++i) all[i] = memory(512);
  if (launch(function, all[COUNT / 2], 1, NULL) != 0) return failed("the launch");
  for (int i = 0; i < COUNT; ++i) NEED(cuMemFree, all[i]);
  return 0;
}

static void* g_function;
static void* launch_often(void* number) {
  void* context = NULL;
  NEED(cuDevicePrimaryCtxRetain, &context, 0);
  NEED(cuCtxSetCurrent, context);
  for (int i = 0; i < 1000; ++i) {
    CUdeviceptr out = memory(512);
    if (launch(g_function, out, (unsigned)(uintptr_t)number, NULL) != 0) exit(1);
    NEED(cuMemFree, out);
  }
  return NULL;
}

static int threads(void) {
  pthread_t all[8];
  begin();
  load(kWrite, &g_function);
  for (uintptr_t i = 0; i < 8; ++i) pthread_create(&all[i], NULL, launch_often, (void*)i);
  for (int i = 0; i < 8; ++i) pthread_join(all[i], NULL);
  return 0;
}

// Launches a graph of three launches twice, then again with one launch changed and one removed.
static int graph(void) {
  struct {
    void* function;
    unsigned shape[7];
    void **parameters, **extra;
    void *kernel, *context;
  } changed = {NULL, {4, 1, 1, 64, 1, 1, 0}, NULL, NULL, NULL, NULL};
  void *function, *stream, *made, *executable, *nodes[3];
  size_t count = 3;
  unsigned value = 9;
  begin();
  load(kWrite, &function);
  CUdeviceptr out = memory(4096);
  NEED(cuStreamCreate, &stream, 1);
  NEED(cuStreamBeginCapture, stream, 0);
  for (unsigned i = 0; i < 3; ++i)
    if (launch(function, out + 512 * i, i, stream) != 0) return failed("a launch that is captured");
  if (launch(function, out + 2048, 3, NULL) != 0) return failed("a launch that is not captured");
  NEED(cuStreamEndCapture, stream, &made);
  NEED(cuGraphInstantiateWithFlags, &executable, made, 0ULL);
  for (int i = 0; i < 2; ++i) NEED(cuGraphLaunch, executable, stream);
  NEED(cuGraphGetNodes, made, nodes, &count);
  void* parameters[] = {&out, &value};
  changed.function = function;
  changed.parameters = parameters;
  NEED(cuGraphExecKernelNodeSetParams, executable, nodes[0], &changed);
  NEED(cuGraphNodeSetEnabled, executable, nodes[1], 0);
  NEED(cuGraphLaunch, executable, stream);
  NEED(cuGraphExecDestroy, executable);
  return 0;
}

// Launches a graph that allocates the memory that its kernel writes, and frees it.
static int graph_memory(void) {
  void *function, *stream, *made, *executable;
  CUdeviceptr out = 0;
  begin();
  load(kWrite, &function);
  NEED(cuStreamCreate, &stream, 1);
  NEED(cuStreamBeginCapture, stream, 0);
  NEED(cuMemAllocAsync, &out, (size_t)512, stream);
  if (launch(function, out, 1, stream) != 0) return failed("a launch that is captured");
  NEED(cuMemFreeAsync, out, stream);
  NEED(cuStreamEndCapture, stream, &made);
  NEED(cuGraphInstantiateWithFlags, &executable, made, 0ULL);
  for (int i = 0; i < 3; ++i) NEED(cuGraphLaunch, executable, stream);
  return 0;
}

static int newer(void) {
  void* function = NULL;
  int status = -1;
  begin();
  if (get("cuNewerFunction", &function, 13000, 1, &status) != 0 || function == NULL)
    return failed("a newer function");
  if (((int (*)(int))function)(41) != 42) return failed("what it returns");
  if (get("cuStreamBeginCapture", &function, 13010, 1, &status) != 0) return failed("a newer version");
  if (((int (*)(int))function)(1) != 3) return failed("what the newer version returns");
  return 0;
}

// Looks up functions and prints every part of the driver's answer.
static int lookups(void) {
  void *library, *function = NULL, *other = NULL;
  const void* table = NULL;
  char id[16] = {0};
  int status = -1;
  begin();
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (dlopen("libcuda.so", RTLD_NOW) != library) return failed("the library by its other name");
  if (get("cuNothing", &function, 13000, 1, &status) != 0 || function != NULL || status != 1)
    return failed("a name that is none");
  if (get("cuLaunchKernelEx", &function, 11000, 1, &status) != 0 || function != NULL || status != 2)
    return failed("a version before the function");
  if (get("", &function, 13000, 1, &status) != 0 || function != NULL) return failed("an empty name");
  if (by_name("cuLaunchKernel") != dlsym(library, "cuLaunchKernel")) return failed("a launch");
  if (get("cuLaunchKernel", &other, 13000, 2, &status) != 0 || other != dlsym(library, "cuLaunchKernel_ptsz"))
    return failed("a launch in the stream of a thread");
  if (get("cuMemAlloc", &other, 3010, 1, &status) != 0 || other != dlsym(library, "cuMemAlloc"))
    return failed("an old allocation");
  if (dlsym(library, "cuNothing") != NULL) return failed("a symbol that is none");
  if (CALL(cuGetExportTable, &table, id) != 0 || table == NULL || *(const void* const*)table != table)
    return failed("the private table");
  return 0;
}

static int forked(void) {
  void* function;
  int status = 0;
  begin();
  load(kWrite, &function);
  CUdeviceptr out = memory(512);
  if (launch(function, out, 1, NULL) != 0) return failed("the launch");
  pid_t child = fork();
  if (child == 0) _exit(launch(function, out, 2, NULL));
  waitpid(child, &status, 0);
  return status;
}

static void leave(void* unused) {
  (void)unused;
  exit(0);
}

static int exits_in_callback(void) {
  void* function;
  begin();
  load(kWrite, &function);
  if (launch(function, memory(512), 1, NULL) != 0) return failed("the launch");
  CALL(cuLaunchHostFunc, NULL, leave, NULL);
  return failed("the program goes on");
}

// Destroys the objects that its launches need.
static int destroyed(void) {
  void *function, *context;
  begin();
  NEED(cuCtxCreate, &context, NULL, 0, 0);
  void* module = load(kWrite, &function);
  if (launch(function, memory(512), 1, NULL) != 0) return failed("the launch");
  NEED(cuModuleUnload, module);
  NEED(cuCtxDestroy, context);
  return 0;
}

// Launches forever, and now and then launches something new.
static int forever(void) {
  void* function;
  begin();
  load(kWrite, &function);
  for (unsigned i = 0;; ++i) {
    CUdeviceptr out = memory(512);
    for (int k = 0; k < 10; ++k)
      if (launch(function, out, i, NULL) != 0) return failed("the launch");
    if (i % 3 != 0) NEED(cuMemFree, out);
  }
}

static int two_processes(const char* self) {
  int all = 0;
  for (int i = 0; i < 2; ++i) {
    pid_t child = fork();
    if (child == 0) {
      execl(self, self, i == 0 ? "write" : "race", NULL);
      _exit(127);
    }
  }
  for (int i = 0; i < 2; ++i) {
    int status = 0;
    wait(&status);
    all |= status;
  }
  return all;
}

// Executes another program with its own environment.
static int replaced(const char* self) {
  char* none[] = {NULL};
  execle(self, self, "write", NULL, none);
  return 127;
}

// Calls every symbol of the driver, whatever it does, with words that identify their positions.
static int every_symbol(const char* names) {
  static char memory_of_arguments[1 << 16];
  char name[200];
  FILE* file = fopen(names, "r");
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  char* a[12];
  if (file == NULL || library == NULL) return failed("the beginning");
  while (fscanf(file, "%199s %*d", name) == 1) {
    int (*function)() = (int (*)())dlsym(library, name);
    if (function == NULL) return failed(name);
    for (int i = 0; i < 12; ++i) a[i] = memory_of_arguments + 4096 * i;
    int result = function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    printf("%s %d", name, result);
    for (int i = 0; i < 12; ++i) printf(" %llx", (unsigned long long)(uintptr_t)a[i]);
    printf("\n");
    for (unsigned i = 0; i < sizeof memory_of_arguments; ++i)
      if (memory_of_arguments[i] != 0) return failed("an argument was written");
  }
  return 0;
}

// Counted by valgrind.
__attribute__((noinline)) int launchproof_counted(void* function, CUdeviceptr out, unsigned value) {
  void* parameters[] = {&out, &value};
  static Launch launch_kernel;
  if (launch_kernel == NULL) launch_kernel = (Launch)by_name("cuLaunchKernel");
  return launch_kernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL);
}

static int counted(int count, int is_distinct) {
  void* function;
  begin();
  load(kWrite, &function);
  CUdeviceptr out = memory(512);
  for (int i = 0; i < count; ++i)
    if (launchproof_counted(function, out, is_distinct ? (unsigned)i : 0) != 0) return failed("the launch");
  return 0;
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "write";
  const int number = count > 2 ? atoi(words[2]) : 100;
  if (strcmp(what, "write") == 0 && count > 2) version = number;
  if (strcmp(what, "write") == 0) return write_once(kWrite);
  if (strcmp(what, "race") == 0) return write_once(kRace);
  if (strcmp(what, "file") == 0) return from_file(words[2]);
  if (strcmp(what, "linked") == 0) return linked();
  if (strcmp(what, "ways") == 0) return ways();
  if (strcmp(what, "memories") == 0) return memories();
  if (strcmp(what, "reused") == 0) return reused();
  if (strcmp(what, "smaller") == 0) return smaller();
  if (strcmp(what, "freed") == 0) return freed();
  if (strcmp(what, "many") == 0) return many();
  if (strcmp(what, "threads") == 0) return threads();
  if (strcmp(what, "graph") == 0) return graph();
  if (strcmp(what, "graph_memory") == 0) return graph_memory();
  if (strcmp(what, "newer") == 0) return newer();
  if (strcmp(what, "lookups") == 0) return lookups();
  if (strcmp(what, "forked") == 0) return forked();
  if (strcmp(what, "exits_in_callback") == 0) return exits_in_callback();
  if (strcmp(what, "destroyed") == 0) return destroyed();
  if (strcmp(what, "forever") == 0) return forever();
  if (strcmp(what, "two_processes") == 0) return two_processes(words[0]);
  if (strcmp(what, "replaced") == 0) return replaced(words[0]);
  if (strcmp(what, "every_symbol") == 0) return every_symbol(words[2]);
  if (strcmp(what, "repeated") == 0) return counted(number, 0);
  if (strcmp(what, "distinct") == 0) return counted(number, 1);
  return 2;
}
