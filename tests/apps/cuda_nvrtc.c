// A program that compiles its kernels with NVRTC and launches them by the CUDA driver API. It declares what
// it uses of both, so that nothing of a toolkit is needed.
//   app_cuda_nvrtc CASE LIBRARY    opens this NVRTC; returns 0 when all came out as on a GPU
//   app_cuda_nvrtc_linked CASE     uses the NVRTC that it is linked with
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef void *CUcontext, *CUmodule, *CUfunction, *CUstream;

CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxSynchronize(void);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuMemAlloc_v2(CUdeviceptr* pointer, size_t bytes);
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes);
CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes);
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared_bytes, CUstream stream, void** parameters, void** extra);

typedef int nvrtcResult;
typedef void* nvrtcProgram;
typedef const char* const* Texts;
#define NVRTC_FUNCTIONS(DO)                                                                            \
  DO(nvrtcCreateProgram, (nvrtcProgram*, const char* text, const char* name, int, Texts, Texts names)) \
  DO(nvrtcAddNameExpression, (nvrtcProgram, const char*))                                              \
  DO(nvrtcCompileProgram, (nvrtcProgram, int, Texts))                                                  \
  DO(nvrtcGetLoweredName, (nvrtcProgram, const char*, const char**))                                   \
  DO(nvrtcGetProgramLogSize, (nvrtcProgram, size_t*))                                                  \
  DO(nvrtcGetProgramLog, (nvrtcProgram, char*))                                                        \
  DO(nvrtcGetPTXSize, (nvrtcProgram, size_t*))                                                         \
  DO(nvrtcGetPTX, (nvrtcProgram, char*))                                                               \
  DO(nvrtcGetCUBINSize, (nvrtcProgram, size_t*))                                                       \
  DO(nvrtcGetCUBIN, (nvrtcProgram, char*))                                                             \
  DO(nvrtcDestroyProgram, (nvrtcProgram*))

#ifdef LINKED
#define DECLARE(name, parameters) nvrtcResult name parameters;
NVRTC_FUNCTIONS(DECLARE)
static void open_nvrtc(const char* file) {
  (void)file;
}
#else
#define DECLARE(name, parameters) static nvrtcResult(*name) parameters;
NVRTC_FUNCTIONS(DECLARE)
static void open_nvrtc(const char* file) {
  void* const library = file == NULL ? NULL : dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("no NVRTC: %s\n", dlerror());
    exit(2);
  }
#define FIND(name, parameters) *(void**)&name = dlsym(library, #name);
  NVRTC_FUNCTIONS(FIND)
}
#endif

static void need(int result, const char* what) {
  if (result == 0) return;
  printf("%s: %d\n", what, result);
  exit(1);
}
#define NEED(call) need(call, #call)

// Options for compiling to machine code instead of PTX.
static int to_machine_code;

// Compiles a program. Stores the name of its kernel in the compiled code in `expression`, unless that is
// null.
static char* compiled(const char* text, const char* expression, char* lowered) {
  const char* const header = "#define FACTOR 3\n";
  const char* const header_name = "factor.h";
  const char* const options[] = {
      to_machine_code ? "--gpu-architecture=sm_75" : "--gpu-architecture=compute_75", "-DOFFSET=1",
      "-DGREETING=\"a b\""};
  nvrtcProgram program = NULL;
  const char* name = NULL;
  size_t size = 0;
  NEED(nvrtcCreateProgram(&program, text, "kernels.cu", 1, &header, &header_name));
  if (expression != NULL) NEED(nvrtcAddNameExpression(program, expression));
  if (nvrtcCompileProgram(program, 3, options) != 0) {
    NEED(nvrtcGetProgramLogSize(program, &size));
    char* const log = calloc(size + 1, 1);
    NEED(nvrtcGetProgramLog(program, log));
    printf("%s\n", log);
    exit(1);
  }
  if (expression != NULL) {
    NEED(nvrtcGetLoweredName(program, expression, &name));
    snprintf(lowered, 64, "%s", name);
  }
  char* code = NULL;
  if (to_machine_code) {
    NEED(nvrtcGetCUBINSize(program, &size));
    code = calloc(size, 1);
    NEED(nvrtcGetCUBIN(program, code));
  } else {
    NEED(nvrtcGetPTXSize(program, &size));
    code = calloc(size, 1);
    NEED(nvrtcGetPTX(program, code));
  }
  NEED(nvrtcDestroyProgram(&program));
  return code;
}

enum { COUNT = 256, BLOCK = 64 };

// Launches the kernel with (out, in, count).
static void launch(const char* code, const char* name, int* out, const int* in) {
  CUdevice device = -1;
  CUcontext context = NULL;
  CUmodule module = NULL;
  CUfunction function = NULL;
  CUdeviceptr device_in = 0, device_out = 0;
  int count = COUNT;
  void* parameters[] = {&device_out, &device_in, &count};
  NEED(cuInit(0));
  NEED(cuDeviceGet(&device, 0));
  NEED(cuCtxCreate_v2(&context, 0, device));
  NEED(cuModuleLoadData(&module, code));
  NEED(cuModuleGetFunction(&function, module, name));
  NEED(cuMemAlloc_v2(&device_in, COUNT * sizeof(int)));
  NEED(cuMemAlloc_v2(&device_out, COUNT * sizeof(int)));
  NEED(cuMemcpyHtoD_v2(device_in, in, COUNT * sizeof(int)));
  NEED(cuLaunchKernel(function, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, parameters, NULL));
  NEED(cuCtxSynchronize());
  NEED(cuMemcpyDtoH_v2(out, device_out, COUNT * sizeof(int)));
}

// Uses a template, a header supplied by the program, and macros defined by options.
static const char* const kScale =
    "#include \"factor.h\"\n"
    "template <class T>\n"
    "__global__ void scale(T* out, const T* in, int count) {\n"
    "  const char* greeting = GREETING;\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < count) out[i] = in[i] * FACTOR + OFFSET + (greeting[1] - ' ');\n"
    "}\n";

// A barrier is missing between writing and reading the neighbour's place.
static const char* const kNeighbour =
    "extern \"C\" __global__ void neighbour(int* out, const int* in, int count) {\n"
    "  __shared__ int part[64];\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  part[threadIdx.x] = in[i];\n"
    "  out[i] = part[(threadIdx.x + 1) % 64];\n"
    "}\n";

// The front end does not support a carry between two pieces of assembly in source, but supports it in PTX.
static const char* const kAssembly =
    "extern \"C\" __global__ void bits(int* out, const int* in, int count) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x, field;\n"
    "  asm volatile(\"add.cc.u32 %0, %1, 0;\" : \"=r\"(field) : \"r\"(in[i]));\n"
    "  asm volatile(\"addc.u32 %0, %0, 0;\" : \"+r\"(field));\n"
    "  out[i] = field % 16;\n"
    "}\n";

int main(int argc, char** argv) {
  const char* const which = argc > 1 ? argv[1] : "";
  int in[COUNT], out[COUNT] = {0};
  char name[64] = "";
  for (int i = 0; i < COUNT; ++i) in[i] = i;
  open_nvrtc(argc > 2 ? argv[2] : NULL);
  to_machine_code = strcmp(which, "machine_code") == 0;
  if (strcmp(which, "scale") == 0 || to_machine_code) {
    const char* const code = compiled(kScale, "scale<int>", name);
    launch(code, name, out, in);
    for (int i = 0; i < COUNT; ++i)
      if (out[i] != 3 * i + 1) return 1;
    return 0;
  }
  if (strcmp(which, "neighbour") == 0) {
    launch(compiled(kNeighbour, NULL, name), "neighbour", out, in);
    return 0;
  }
  if (strcmp(which, "bits") == 0) {
    launch(compiled(kAssembly, NULL, name), "bits", out, in);
    for (int i = 0; i < COUNT; ++i)
      if (out[i] != i % 16) return 1;
    return 0;
  }
  printf("no case %s\n", which);
  return 2;
}
