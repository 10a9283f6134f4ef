// Tests the names of places that models give messages.
#include <string>

#include "tests/verify/frontend/support.h"
#include "verify/model/array_places.h"

namespace launchproof::frontend {
namespace {

const model::Array& named(const model::KernelModel& kernel, const std::string& name) {
  for (const model::Array& one : kernel.arrays)
    if (one.name == name) return one;
  ADD_FAILURE() << "no array " << name << " in\n" << model::to_text(kernel);
  return kernel.arrays.front();
}

std::string place(const model::KernelModel& kernel, const std::string& name, std::int64_t offset,
                  std::uint64_t bytes = 4) {
  return model::place_in(named(kernel, name), offset, bytes);
}

model::KernelModel translated(const std::string& name, const std::string& text, SourceLanguage language) {
  ProgramSource source{.file_name = name, .text = text};
  source.language = language;
  const Translation result = translate({source}, {});
  EXPECT_EQ(result.kernels.size(), 1U);
  return result.kernels.empty() ? model::KernelModel() : result.kernels.front();
}

TEST(Layouts, AreThoseOfParametersAndVariables) {
  const model::KernelModel kernel = model_of(
      "typedef struct { float4 at; int tags[2]; } P;\n"
      "constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
      "kernel void k(global P *p, global float (*rows)[16], global int3 *v, global int *out) {\n"
      "  local float tile[8][33];\n"
      "  int i = get_local_id(0);\n"
      "  tile[i][i] = p[i].tags[1] + rows[i][2];\n"
      "  out[i] = tile[0][i] + v[i].y + table[i & 1][i % 3];\n"
      "}\n");
  EXPECT_EQ(place(kernel, "p", 32 + 20), "p[1].tags[1]");
  EXPECT_EQ(place(kernel, "p", 8), "p[0].at.z");
  EXPECT_EQ(place(kernel, "rows", 200), "rows[3][2]");
  EXPECT_EQ(place(kernel, "v", 16 + 4), "v[1].y");
  EXPECT_EQ(place(kernel, "out", -4), "out[-1]");
  EXPECT_EQ(place(kernel, "tile", 152), "tile[1][5]");
  EXPECT_EQ(place(kernel, "table", 16), "table[1][1]");
  EXPECT_EQ(model::size_in(named(kernel, "tile"), 1056), "8 x 33 elements");
}

TEST(Layouts, NameNoPartsOfNumbers) {
  const model::KernelModel kernel = model_of(
      "typedef struct { int a; } P;\nkernel void k(global P *p, global char *bytes) { p[1].a = bytes[2]; "
      "}\n");
  EXPECT_EQ(place(kernel, "p", 4), "p[1]") << "the access covers the structure";
  EXPECT_EQ(place(kernel, "p", 6, 1), "");
  EXPECT_EQ(place(kernel, "bytes", 2, 1), "bytes[2]");
}

TEST(Layouts, OfCudaHaveBases) {
  const model::KernelModel kernel =
      translated("test.cu",
                 "struct Base { int id; };\n"
                 "struct Node : Base { union { float weight; int bits; }; short flags[3]; };\n"
                 "__global__ void k(Node *nodes) {\n"
                 "  __shared__ Node cache[4];\n"
                 "  cache[threadIdx.x] = nodes[threadIdx.x];\n"
                 "  __syncthreads();\n"
                 "  nodes[threadIdx.x].weight = cache[0].weight;\n"
                 "}\n",
                 SourceLanguage::Cuda);
  EXPECT_EQ(place(kernel, "nodes", 16), "nodes[1].id");
  EXPECT_EQ(place(kernel, "nodes", 20), "nodes[1].weight");
  EXPECT_EQ(place(kernel, "cache", 10, 2), "cache[0].flags[1]");
}

// PTX declares parameters as numbers and arrays as bytes.
TEST(Layouts, OfPtxAreThoseOfItsAccesses) {
  const model::KernelModel kernel = translated(
      "test.ptx",
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1) {\n"
      "  .reg .b64 %rd<6>;\n  .reg .f32 %f<2>;\n  .reg .b32 %r<3>;\n  .reg .b16 %h<2>;\n"
      "  .shared .align 4 .b8 tile[256];\n"
      "  ld.param.u64 %rd1, [k_param_0];\n  ld.param.u64 %rd2, [k_param_1];\n"
      "  ld.global.f32 %f1, [%rd1];\n  st.global.u32 [%rd1+4], 0;\n"
      "  ld.global.u32 %r1, [%rd2];\n  ld.global.u16 %h1, [%rd2+4];\n"
      "  st.shared.u32 [tile+8], %r1;\n  st.global.f32 [%rd1+8], %f1;\n  st.global.u16 [%rd2+8], %h1;\n"
      "  ld.shared.u32 %r2, [tile+8];\n  st.global.u32 [%rd1+16], %r2;\n  ret;\n}\n",
      SourceLanguage::Ptx);
  EXPECT_EQ(named(kernel, "param_0").element_type, "float");
  EXPECT_EQ(place(kernel, "param_0", 16), "param_0[4]");
  EXPECT_EQ(named(kernel, "param_1").element_bytes, 1U) << "its accesses have two widths";
  EXPECT_EQ(named(kernel, "tile").element_type, "uint");
  EXPECT_EQ(place(kernel, "tile", 8), "tile[2]");
}

}  // namespace
}  // namespace launchproof::frontend
