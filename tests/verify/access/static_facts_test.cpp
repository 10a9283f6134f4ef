// Tests kernels that static facts settle without a question to a solver.
#include "tests/verify/access/checked_kernel.h"
#include "verify/smt/solvers/backend.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

// Counts the questions that reach a solver after simplification, and answers none.
class Counting : public smt::Backend {
 public:
  explicit Counting(smt::TermStore& store) : Backend(store) {}
  smt::Answer answer(const smt::Question&, const smt::Limits&, smt::Cancellation&) override {
    ++d_asked;
    return smt::unknown("nobody is asked", name());
  }
  std::string name() const override { return "nobody"; }
  unsigned asked() const { return d_asked; }

 private:
  unsigned d_asked = 0;
};

struct Settled {
  const char* what;
  const char* source;
  Launch launch;
};

verdict::ClassResult check_counting(const Settled& kernel, unsigned& asked) {
  const model::KernelModel model = compile(kernel.source);
  model::LaunchFacts facts;
  facts.local_size[0] = kernel.launch.local;
  facts.global_size[0] = kernel.launch.local * kernel.launch.groups;
  facts.arguments = kernel.launch.arguments;
  facts.arguments.resize(model.parameters.size());
  smt::TermStore store;
  Counting solver(store);
  const auto result = verify(model, facts, store, solver, {});
  asked = solver.asked();
  return result;
}

TEST(StaticFacts, SettleWithoutASolver) {
  const std::vector<Settled> kernels{
      {"one element for each work-item",
       "__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }",
       {64, 16, {buffer(1, 4096)}}},
      {"rows of a stride that holds them",
       "__kernel void k(__global int* a) { a[get_group_id(0) * 80 + get_local_id(0)] = get_local_id(0); }",
       {64, 16, {buffer(1, 5120)}}},
      {"several elements for each work-item",
       "__kernel void k(__global int* a) { int i = get_global_id(0); a[3 * i] = i; a[3 * i + 1] = i; a[3 * i "
       "+ 2] = i; }",
       {64, 16, {buffer(1, 12288)}}},
      {"arrays that are only read, whatever is read",
       "__kernel void k(__global int* a, __global const int* b) { a[get_global_id(0)] = b[5] + "
       "b[get_local_id(0)]; }",
       {64, 16, {buffer(1, 4096), buffer(2, 256)}}},
      {"an array of which one work-item of the launch writes",
       "__kernel void k(__global int* a) { if (get_global_id(0) == 3) a[0] = 1; }",
       {64, 16, {buffer(1, 4)}}},
      {"atomics beside atomics",
       "__kernel void k(__global int* a) { atomic_inc(a + get_local_id(0) % 4); }",
       {64, 16, {buffer(1, 16)}}},
      {"barriers under uniform control",
       "__kernel void k(__global int* a, int n) { for (int i = 0; i < n; ++i) barrier(CLK_LOCAL_MEM_FENCE);"
       " a[get_global_id(0)] = 1; }",
       {64, 16, {buffer(1, 4096), integer(5)}}},
  };
  for (const Settled& kernel : kernels) {
    unsigned asked = 0;
    const auto result = check_counting(kernel, asked);
    EXPECT_EQ(result.verdict, Verdict::Verified) << kernel.what << ": " << result.reason;
    EXPECT_EQ(asked, 0U) << kernel.what;
    EXPECT_EQ(result.questions, 0U) << kernel.what;
  }
}

TEST(StaticFacts, DoNotSettleWhatIsWrong) {
  const std::vector<Settled> kernels{
      {"rows that overlap",
       "__kernel void k(__global int* a) { a[get_group_id(0) * 60 + get_local_id(0)] = get_local_id(0); }",
       {64, 16, {buffer(1, 5120)}}},
      {"elements that meet",
       "__kernel void k(__global int* a) { int i = get_global_id(0); a[3 * i] = i; a[3 * i + 3] = i; }",
       {64, 16, {buffer(1, 16384)}}},
      {"one work-item of each group writes",
       "__kernel void k(__global int* a) { if (get_local_id(0) == 3) a[0] = get_group_id(0); }",
       {64, 16, {buffer(1, 4)}}},
  };
  for (const Settled& kernel : kernels) {
    unsigned asked = 0;
    const auto result = check_counting(kernel, asked);
    // The solver gives no answer, so the question stays open, or simplification finds the model.
    EXPECT_NE(of(result, Property::DataRace), Verdict::Verified) << kernel.what;
  }
}

}  // namespace
}  // namespace launchproof::access::testing
