// Compiles a call of each function of CUDA's table, and checks the table's statements against the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/verify/frontend/cuda/support.h"
#include "verify/frontend/builtins/cuda_function_table.h"
#include "verify/model/exchanges.h"

namespace launchproof::frontend::cuda {
namespace {

using model::KernelModel;
using model::Op;

// Stores a result; a call without a result is a plain statement.
constexpr const char* kPreamble =
    "#include <cooperative_groups.h>\n"
    "#include <cooperative_groups/memcpy_async.h>\n"
    "#include <cooperative_groups/reduce.h>\n"
    "#include <cooperative_groups/scan.h>\n"
    "#include <cuda/atomic>\n"
    "#include <cuda/barrier>\n"
    "#include <cuda/latch>\n"
    "#include <cuda/pipeline>\n"
    "#include <cuda/ptx>\n"
    "#include <cuda_awbarrier_primitives.h>\n"
    "#include <cuda_bf16.h>\n"
    "#include <cuda_fp16.h>\n"
    "#include <curand_kernel.h>\n"
    "#include <mma.h>\n"
    "template <class Use, class T, class... Layout>\n"
    "using Fragment = nvcuda::wmma::fragment<Use, 16, 16, 16, T, Layout...>;\n"
    "using FragmentA = Fragment<nvcuda::wmma::matrix_a, __half, nvcuda::wmma::row_major>;\n"
    "using FragmentB = Fragment<nvcuda::wmma::matrix_b, __half, nvcuda::wmma::row_major>;\n"
    "using FragmentC = Fragment<nvcuda::wmma::accumulator, float>;\n"
    "namespace cg = cooperative_groups;\n"
    "using Barrier = cuda::barrier<cuda::thread_scope_block>;\n"
    "inline __device__ Barrier& barrier() {\n"
    "  __shared__ Barrier one;\n"
    "  if (threadIdx.x == 0) init(&one, blockDim.x);\n"
    "  __syncthreads();\n"
    "  return one;\n"
    "}\n"
    "using Pipe = cuda::pipeline<cuda::thread_scope_thread>;\n"
    "inline __device__ Pipe& pipe() { Pipe* one = (Pipe*)nullptr; return *one; }\n"
    "struct Nothing { __device__ void operator()() const {} };\n"
    "struct Out { void* at; };\n"
    "template <class T> __device__ void operator,(T&& value, Out out) {\n"
    "  *(__remove_cvref(T)*)out.at = value;\n"
    "}\n"
    "#define PARAMETERS int i, int j, unsigned u, unsigned v, unsigned w, long long l, long long l2, \\\n"
    "  unsigned long long m, unsigned long long m2, float f, float g, float h, double d, double e, double c, "
    "\\\n"
    "  float2 f2, float2 g2, float4 f4, __half a16, __half b16, __half c16, __half2 a2, __half2 b2, __half2 "
    "c2, \\\n"
    "  __nv_bfloat16 a16b, __nv_bfloat16 b16b, __nv_bfloat16 c16b, __nv_bfloat162 a2b, __nv_bfloat162 b2b, "
    "\\\n"
    "  __nv_bfloat162 c2b, int* ip, unsigned* up, long long* lp, unsigned long long* mp, float* fp, double* "
    "dp, \\\n"
    "  bool* bp, __nv_bfloat16* b16p, void* out\n";

std::string kernel_of(std::size_t number) {
  return "k" + std::to_string(number);
}

// Each kernel has a separate line.
std::string source_text() {
  std::string text = kPreamble;
  std::size_t number = 0;
  for (const Function& function : all_functions()) {
    text += "__global__ void " + kernel_of(number++) + "(PARAMETERS) { ";
    text.append(function.call).append(", Out{out}; }\n");
  }
  return text;
}

// What the values that a kernel writes, and the conditions of its branches, are made of.
struct Made {
  std::set<Op> of;
  bool is_exchanged = false;  // between threads
  bool is_arbitrary = false;
};

// Returns whether the value is one that threads give each other (model/exchanges.h), and not any value.
bool is_exchanged(const model::Value& value) {
  if (value.op == Op::Collective) return value.literal >= model::kVotesOfSubGroup;
  const bool is_result = value.op == Op::SubGroup &&
                         static_cast<model::SubGroupValue>(value.index) == model::SubGroupValue::Result;
  return is_result && model::what_of(value.literal) != 0;
}

Made made(const KernelModel& kernel) {
  Made all;
  std::set<model::ValueId> seen;
  std::vector<model::ValueId> open;
  for (const model::Site& site : kernel.sites)
    open.insert(open.end(), site.written.begin(), site.written.end());
  for (const model::Block& block : kernel.blocks) {
    if (block.successors.size() == 2) open.push_back(block.condition);
    for (const model::Phi& phi : block.phis)
      open.insert(open.end(), phi.incoming.begin(), phi.incoming.end());
  }
  while (!open.empty()) {
    const model::ValueId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const model::Value& value = kernel.values[id];
    all.of.insert(value.op);
    const bool is_unknown =
        value.op == Op::Undefined || value.op == Op::Collective || value.op == Op::SubGroup;
    (is_exchanged(value) ? all.is_exchanged : all.is_arbitrary) |= is_unknown;
    open.insert(open.end(), kernel.values[id].operands.begin(), kernel.values[id].operands.end());
  }
  return all;
}

class CudaFunctions : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    s_translation = new Translation(translate_cuda(source_text()));
    s_models = new std::map<std::string, const KernelModel*>;
    for (const KernelModel& kernel : s_translation->kernels) s_models->emplace(kernel.name, &kernel);
    const std::string text = kPreamble;
    s_first_line = 1 + static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
  }
  static void TearDownTestSuite() {
    delete s_models;
    delete s_translation;
  }

  static Translation* s_translation;
  static std::map<std::string, const KernelModel*>* s_models;
  static unsigned s_first_line;
};

Translation* CudaFunctions::s_translation = nullptr;
std::map<std::string, const KernelModel*>* CudaFunctions::s_models = nullptr;
unsigned CudaFunctions::s_first_line = 0;

TEST_F(CudaFunctions, Compile) {
  for (const CompilerMessage& message : s_translation->messages)
    EXPECT_FALSE(message.is_error) << message.line << ": " << message.text << "\n"
                                   << (message.line >= s_first_line &&
                                               message.line < s_first_line + all_functions().size()
                                           ? all_functions()[message.line - s_first_line].call
                                           : "");
  EXPECT_EQ(s_models->size(), all_functions().size());
}

TEST_F(CudaFunctions, AreTranslatedAsTheTableSays) {
  std::size_t number = 0;
  for (const Function& function : all_functions()) {
    const unsigned line = s_first_line + static_cast<unsigned>(number);
    const auto found = s_models->find(kernel_of(number++));
    if (found == s_models->end()) continue;
    const KernelModel& kernel = *found->second;
    SCOPED_TRACE(std::string(function.name) + ": " + std::string(function.call));
    EXPECT_EQ(model::validate(kernel), "");
    if (function.kind == BuiltinKind::Unsupported) {
      bool named = false;
      for (const model::UnsupportedItem& item : kernel.unsupported)
        named |= item.location != model::kNone && kernel.locations[item.location].line == line &&
                 item.construct.find(function.reason) != std::string::npos;
      EXPECT_TRUE(named) << (kernel.unsupported.empty() ? "is understood"
                                                        : kernel.unsupported.front().construct);
      continue;
    }
    for (const model::UnsupportedItem& item : kernel.unsupported) ADD_FAILURE() << item.construct;
    const Made used = made(kernel);
    EXPECT_EQ(used.is_arbitrary, function.kind == BuiltinKind::Arbitrary);
    if (used.is_arbitrary) continue;
    EXPECT_EQ(used.is_exchanged, function.kind == BuiltinKind::Exchanged);
    if (used.is_exchanged) continue;
    EXPECT_EQ(used.of.contains(Op::Function), function.kind != BuiltinKind::Exact);
  }
}

TEST_F(CudaFunctions, StandOnceInASection) {
  std::set<std::pair<std::size_t, std::string_view>> seen;
  for (const Function& function : all_functions())
    EXPECT_TRUE(seen.emplace(function.section, function.name).second) << function.name;
}

TEST_F(CudaFunctions, AreRarelyArbitrary) {
  std::size_t arbitrary = 0;
  for (const Function& function : all_functions())
    arbitrary += function.kind == BuiltinKind::Arbitrary ? 1 : 0;
  EXPECT_LE(arbitrary * 20, all_functions().size()) << arbitrary << " of " << all_functions().size();
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST_F(CudaFunctions, AreThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/cuda-functions.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << functions_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), functions_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::frontend::cuda
