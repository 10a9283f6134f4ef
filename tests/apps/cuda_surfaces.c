// A program of the CUDA driver API that writes to surfaces.
//   app_cuda_surfaces CASE     does what CASE says, and returns 0 when all came out as on a GPU
#include <stdio.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef void *CUcontext, *CUmodule, *CUfunction, *CUstream, *CUarray;

typedef struct {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
} CUDA_ARRAY3D_DESCRIPTOR;
typedef struct {
  int type;
  union {
    CUarray array;
    int reserved[32];
  } of;
  unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct {
  int address_modes[3], filter;
  unsigned flags, anisotropy;
  int mipmap_filter;
  float bias, least, most, border[4];
  int reserved[12];
} CUDA_TEXTURE_DESC;

CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuArray3DCreate_v2(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* shape);
CUresult cuMemcpyHtoA_v2(CUarray to, size_t offset, const void* from, size_t bytes);
CUresult cuMemcpyAtoH_v2(void* to, CUarray from, size_t offset, size_t bytes);
CUresult cuSurfObjectCreate(unsigned long long* handle, const CUDA_RESOURCE_DESC* resource);
CUresult cuTexObjectCreate(unsigned long long* handle, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* texture, const void* view);
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared_bytes, CUstream stream, void** parameters, void** extra);
CUresult cuCtxSynchronize(void);

#define NEED(call)                             \
  do {                                         \
    const CUresult result = (call);            \
    if (result != 0) {                         \
      printf("%s: error %d\n", #call, result); \
      return 1;                                \
    }                                          \
  } while (0)

enum { WIDTH = 8, HEIGHT = 4 };

// Thread x of block y reads the word at FROM of `in` and writes it, plus one, to its own place in `out`.
#define KERNEL(READ)                                                                \
  ".version 7.0\n.target sm_70\n.address_size 64\n"                                 \
  ".entry k(.param .u64 in, .param .u64 out)\n{\n"                                  \
  "  .reg .b32 %r<12>;\n  .reg .b64 %rd<4>;\n  ld.param.u64 %rd1, [in];\n"          \
  "  ld.param.u64 %rd2, [out];\n  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n" \
  "  shl.b32 %r3, %r1, 2;\n  xor.b32 %r4, %r3, 4;\n" READ                           \
  "  add.u32 %r6, %r5, 1;\n  sust.b.2d.b32.trap [%rd2, {%r3, %r2}], %r6;\n  ret;\n}\n"
#define OWN "  suld.b.2d.b32.trap %r5, [%rd1, {%r3, %r2}];\n"
#define NEIGHBOUR "  suld.b.2d.b32.trap %r5, [%rd1, {%r4, %r2}];\n"
#define TEXEL "  tex.2d.v4.s32.s32 {%r5, %r7, %r8, %r9}, [%rd1, {%r1, %r2}];\n"
// All threads add to the first word of a row.
#define REDUCED "  mov.u32 %r7, 0;\n  mov.u32 %r5, %r1;\n  sured.b.add.2d.u32.trap [%rd1, {%r7, %r2}], %r1;\n"

static int wrong(const char* what) {
  printf("wrong: %s\n", what);
  return 1;
}

static int run(const char* ptx, int is_one_array, int is_texture, unsigned blocks) {
  unsigned given[WIDTH * HEIGHT], in_array[WIDTH * HEIGHT], made[WIDTH * HEIGHT];
  unsigned long long from = 0, to = 0;
  void* parameters[] = {&from, &to};
  const CUDA_ARRAY3D_DESCRIPTOR shape = {WIDTH, HEIGHT, 0, 3, 1, 2};  // unsigned words; for surfaces
  CUDA_RESOURCE_DESC in = {0}, out = {0};
  CUDA_TEXTURE_DESC texture = {0};
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  for (unsigned i = 0; i < WIDTH * HEIGHT; ++i) given[i] = 10 * i;
  NEED(cuInit(0));
  NEED(cuDeviceGet(&device, 0));
  NEED(cuCtxCreate_v2(&context, 0, device));
  NEED(cuModuleLoadData(&module, ptx));
  NEED(cuModuleGetFunction(&function, module, "k"));
  NEED(cuArray3DCreate_v2(&in.of.array, &shape));
  NEED(cuMemcpyHtoA_v2(in.of.array, 0, given, sizeof given));
  out = in;
  if (!is_one_array) NEED(cuArray3DCreate_v2(&out.of.array, &shape));
  texture.flags = 1;  // elements as integers
  if (is_texture)
    NEED(cuTexObjectCreate(&from, &in, &texture, NULL));
  else
    NEED(cuSurfObjectCreate(&from, &in));
  NEED(cuSurfObjectCreate(&to, &out));
  NEED(cuLaunchKernel(function, blocks, 1, 1, WIDTH, 1, 1, 0, NULL, parameters, NULL));
  if (blocks > HEIGHT) return cuCtxSynchronize() == 719 ? 0 : wrong("the launch did not trap");
  NEED(cuCtxSynchronize());
  NEED(cuMemcpyAtoH_v2(made, out.of.array, 0, sizeof made));
  NEED(cuMemcpyAtoH_v2(in_array, in.of.array, 0, sizeof in_array));
  for (unsigned i = 0; i < WIDTH * HEIGHT && strstr(ptx, "sured") != NULL; ++i) {
    if (in_array[i] != given[i] + (i % WIDTH == 0 ? WIDTH * (WIDTH - 1) / 2 : 0)) return wrong("the sums");
    if (made[i] != i % WIDTH + 1) return wrong("the numbers of threads");
  }
  // What a neighbour reads depends on the order of threads.
  for (unsigned i = 0; i < WIDTH * HEIGHT && strstr(ptx, "sured") == NULL && strstr(ptx, NEIGHBOUR) == NULL;
       ++i)
    if (made[i] != given[i] + 1) return wrong("the elements");
  return 0;
}

int main(int count, char** arguments) {
  const char* name = count > 1 ? arguments[1] : "";
  if (strcmp(name, "copied") == 0) return run(KERNEL(OWN), 0, 0, HEIGHT);
  if (strcmp(name, "in_place") == 0) return run(KERNEL(OWN), 1, 0, HEIGHT);
  if (strcmp(name, "neighbour_in_place") == 0) return run(KERNEL(NEIGHBOUR), 1, 0, HEIGHT);
  if (strcmp(name, "neighbour_copied") == 0) return run(KERNEL(NEIGHBOUR), 0, 0, HEIGHT);
  if (strcmp(name, "texture") == 0) return run(KERNEL(TEXEL), 0, 1, HEIGHT);
  if (strcmp(name, "texture_in_place") == 0) return run(KERNEL(TEXEL), 1, 1, HEIGHT);
  if (strcmp(name, "reduced") == 0) return run(KERNEL(REDUCED), 0, 0, HEIGHT);
  if (strcmp(name, "row_beyond") == 0) return run(KERNEL(OWN), 0, 0, HEIGHT + 1);
  printf("unknown case: %s\n", name);
  return 2;
}
