// Tests the table of instructions, and which instructions are unsupported.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/verify/frontend/ptx/module_text.h"
#include "verify/frontend/ptx/instruction_writer.h"
#include "verify/frontend/ptx/instructions_page.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::frontend::ptx {
namespace {

// Returns the statement made from the first instruction, or the reason why it is not supported.
std::string written(const std::string& instruction) {
  const Module module = parse(testing::module_of(instruction));
  const Pointers pointers(module);
  InstructionWriter writer(module, module.functions[0], pointers);
  try {
    return writer.write(module.functions[0].body[0].instruction);
  } catch (const Unsupported& what) {
    return what.what();
  }
}

bool is_refused(const std::string& instruction, const std::string& why) {
  const std::string text = written(instruction);
  if (text.find("the PTX instruction ") == 0 && text.find(why) != std::string::npos) return true;
  ADD_FAILURE() << instruction << " gives: " << text;
  return false;
}

TEST(PtxInstructions, NamesAreInOrderAndDistinct) {
  const auto entries = opcode_entries();
  ASSERT_GT(entries.size(), 100U);
  std::vector<std::string_view> names;
  for (const OpcodeEntry& entry : entries) {
    names.push_back(entry.name);
    EXPECT_NE(entry.understood.empty(), entry.reason.empty()) << entry.name;
  }
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(PtxInstructions, EveryRefusedOneSaysWhy) {
  for (const OpcodeEntry& entry : opcode_entries()) {
    if (!entry.reason.empty()) {
      EXPECT_TRUE(is_refused(std::string(entry.name) + " %r1, %r2;", std::string(entry.reason)));
    }
  }
  EXPECT_TRUE(is_refused("frobnicate.u32 %r1;", "which is not known"));
}

TEST(PtxInstructions, SuffixesThatNobodyTakesAreRefused) {
  EXPECT_TRUE(is_refused("max.xorsign.abs.f32 %f1, %f2, %f3;", "`.xorsign` is not supported here"));
  EXPECT_TRUE(is_refused("add.sat.u32 %r1, %r2, %r3;", "`.sat` is not supported here"));
  EXPECT_TRUE(is_refused("mul.lo.frob.s32 %r1, %r2, %r3;", "`.frob` is not supported here"));
  EXPECT_TRUE(is_refused("div.f16 %rs1, %rs2, %rs3;", "no type that is supported"));
  EXPECT_TRUE(is_refused("add.sat.f16 %rs1, %rs2, %rs3;", "`.sat` is not supported here"));
  EXPECT_TRUE(is_refused("setp.lt.f16x2 %p1, %r1, %r2;", "its second predicate"));
  EXPECT_TRUE(is_refused("cvt.rn.f32.e4m3x2 %f1, %rs1;", "this conversion"));
  EXPECT_TRUE(is_refused("cvt.pack.u16.s32 %r1, %r2, %r3;", "does not saturate"));
  EXPECT_TRUE(is_refused("vadd.s32.s32.s32.min %r1, %r2, %r3, %r4;", "is not saturated"));
  EXPECT_TRUE(is_refused("vadd.s32.s32.s32 %r1, %r2.b4, %r3;", "is malformed"));
  EXPECT_TRUE(is_refused("vshl.u32.u32.u32.sat.wrap %r1, %r2, %r3;", "`.sat` is not supported here"));
  EXPECT_TRUE(is_refused("add.u32 %r1, %r2.b1, %r3;", "a part of a register"));
  EXPECT_TRUE(is_refused("add.u32 %r1, -%r2, %r3;", "a negated operand"));
  EXPECT_TRUE(is_refused("vadd.s32.s32.s32 %r1, -%r2, %r3;", "a negated operand"));
  EXPECT_TRUE(is_refused("vadd2.s32.s32.s32 %r1, -%r2, %r3, %r3;", "a negated operand"));
  EXPECT_TRUE(is_refused("prmt.b32.f4e %r1, %r2, %r3, %r4;", "its mode is not supported"));
  EXPECT_TRUE(is_refused("brx.idx %r1, nowhere;", "its table is not there"));
  EXPECT_TRUE(is_refused("wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r1}, [%rd1], 32;", "its shape"));
  EXPECT_TRUE(is_refused("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1}, [%r2];", "its shape"));
  EXPECT_TRUE(is_refused("mul.s32 %r1, %r2, %r3;", "which part of the product"));
}

TEST(PtxInstructions, ScopesAndPartsAreRefusedWhereTheyAreNotFollowed) {
  EXPECT_EQ(written("bar.sync 1;"), "__syncthreads();");
  EXPECT_TRUE(is_refused("bar.sync 16;", "not a constant below 16"));
  EXPECT_TRUE(is_refused("bar.sync %r1;", "not a constant below 16"));
  EXPECT_TRUE(is_refused("bar.sync 0, 64;", "barrier of some of them"));
  EXPECT_TRUE(is_refused("bar.arrive 0, 64;", "arrive at a barrier and go on"));
  EXPECT_EQ(written("barrier.sync 0;"), "__syncthreads();");
  EXPECT_EQ(written("barrier.sync 3; bar.sync 0;"), "__barrier_sync(3);");
  EXPECT_TRUE(is_refused("barrier.red.popc.u32 %r1, 0, %p1; bar.sync 0;", "come to another barrier"));
  const std::string in_loop = "barrier.sync 0; @%p1 bra L;";
  const Module module = parse(testing::module_of("L: " + in_loop));
  const Pointers pointers(module);
  InstructionWriter writer(module, module.functions[0], pointers);
  EXPECT_EQ(writer.write(module.functions[0].body[1].instruction), "__barrier_sync(0);");
  EXPECT_TRUE(is_refused("ld.mmio.relaxed.sys.global.u32 %r1, [%rd1];", "of devices"));
  EXPECT_TRUE(is_refused("st.release.gpu.global.u16 [%rd1], %rs1;", "of this size"));
  EXPECT_TRUE(is_refused("ld.acquire.cluster.global.u32 %r1, [%rd1];", "clusters"));
  EXPECT_TRUE(is_refused("ld.global.u32 %r1, [%rd1];", "comes from no parameter"));
  EXPECT_TRUE(is_refused("shfl.idx.b32 %r1, %r2, %r3, 31;", "do not come together"));
  EXPECT_NE(written("shfl.sync.idx.b32 %r1, %r2, %r3, %r4, -1;").find("ptx_shuffle_idx("), std::string::npos);
  EXPECT_TRUE(is_refused("vote.uni.pred %p1, %p2;", "do not come together"));
  EXPECT_EQ(written("bra nowhere;"), "the PTX label nowhere, which is not there");
  EXPECT_TRUE(is_refused("call (%r1), %rd1, (%r2), prototype;", "not followed to its functions"));
}

TEST(PtxInstructions, OperandsAndArgumentsOfOtherNumbersAreRefused) {
  EXPECT_TRUE(is_refused("add.u32 %r1, %r2;", "it has 2 operands in place of 3"));
  EXPECT_TRUE(is_refused("ld.global.u32 %r1;", "it has 1 operands in place of 2"));
  EXPECT_TRUE(is_refused("bra;", "it has 0 operands in place of 1"));
  EXPECT_TRUE(is_refused("bar.sync;", "it has too few operands"));
  EXPECT_TRUE(is_refused("call;", "its operands are malformed"));
  const Module module = parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.func f(.param .b32 a) { ret; }\n"
      ".visible .entry k() { .reg .b32 %r1; .reg .b64 %rd1; .param .b32 x; call f; call f, (x, x); call f, "
      "(x); "
      "mov.u64 %rd1, f; call %rd1, (x, x), P; ret; }\n");
  const Pointers pointers(module);
  InstructionWriter writer(module, module.functions[1], pointers);
  const auto& body = module.functions[1].body;
  EXPECT_THROW(writer.write(body[0].instruction), Unsupported);
  EXPECT_THROW(writer.write(body[1].instruction), Unsupported);
  EXPECT_NE(writer.write(body[2].instruction).find("f_f("), std::string::npos);
  EXPECT_THROW(writer.write(body[4].instruction), Unsupported);
}

TEST(PtxInstructions, AsynchronousOperationsSayWhatIsNotFollowed) {
  EXPECT_TRUE(is_refused("cp.async.mbarrier.arrive.shared.b64 [%rd1];", "a barrier in memory"));
  EXPECT_TRUE(is_refused("cp.reduce.async.bulk.commit_group;", "another block of a cluster"));
  EXPECT_TRUE(is_refused("barrier.cluster.arrive;", "a cluster of blocks"));
  EXPECT_TRUE(is_refused("fence.proxy.alias;", "ways to access memory"));
  EXPECT_TRUE(is_refused("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r1, %r2}], [%r3];",
                         "a tensor map"));
}

TEST(PtxInstructions, BarriersInMemoryAreFollowed) {
  const std::string copy = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes";
  const auto calls = [](const std::string& instruction, const std::string& function) {
    // Addresses are of a variable in shared memory, and of the first parameter.
    const Module module = parse(
        testing::module_of(".shared .align 16 .b8 memory[1024];\nmov.u32 %r1, memory;\nmov.u32 %r2, memory;\n"
                           "mov.u32 %r3, 0;\nld.param.u64 %rd1, [k_param_0];\n" +
                           instruction));
    const Pointers pointers(module);
    InstructionWriter writer(module, module.functions[0], pointers);
    const std::string text = writer.write(module.functions[0].body.back().instruction);
    return text.find("__launchproof_" + function + "(") != std::string::npos;
  };
  EXPECT_TRUE(calls("mbarrier.init.shared::cta.b64 [%r1], 1;", "barrier_init"));
  EXPECT_TRUE(calls("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r1], 64;", "barrier_expect"));
  EXPECT_TRUE(calls("mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r3, 1000;", "barrier_wait"));
  EXPECT_TRUE(calls("mbarrier.test_wait.parity.acquire.cta.shared.b64 %p1, [%r1], %r3;", "barrier_wait"));
  EXPECT_TRUE(calls(copy + " [%r1], [%rd1], 64, [%r2];", "block_copy"));
  EXPECT_NE(written("fence.proxy.async;").find("__launchproof_proxy_fence(3)"), std::string::npos);
  EXPECT_NE(written("fence.proxy.async.shared::cta;").find("__launchproof_proxy_fence(1)"),
            std::string::npos);
  EXPECT_NE(written("fence.proxy.async.global;").find("__launchproof_proxy_fence(2)"), std::string::npos);
  EXPECT_NE(written("fence.mbarrier_init.release.cluster;").find("__launchproof_proxy_fence(4)"),
            std::string::npos);
  EXPECT_TRUE(calls("mbarrier.arrive.shared.b64 %rd1, [%r1];", "phase_arrive"));
  EXPECT_TRUE(is_refused("mbarrier.arrive.shared.b64;", "operands in place of"));
  EXPECT_TRUE(is_refused("mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1], 64;", "the state of a barrier"));
  EXPECT_TRUE(calls("mbarrier.inval.shared.b64 [%r1];", "barrier_end"));
  EXPECT_TRUE(is_refused("mbarrier.pending_count.b64 %r1, %rd1;", "is not followed"));
  EXPECT_TRUE(calls("mbarrier.try_wait.shared.b64 %p1, [%r1], %rd1;", "phase_test"));
  EXPECT_TRUE(
      is_refused("mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p1, [%r1], %r2;", "orders nothing"));
  EXPECT_TRUE(is_refused(copy + ".multicast::cluster [%r1], [%rd1], 64, [%r2], %rs1;", "several blocks"));
  const std::string grouped = "async.bulk.global.shared::cta.bulk_group";
  EXPECT_TRUE(calls("cp." + grouped + " [%rd1], [%r1], 64;", "bulk_copy"));
  EXPECT_TRUE(calls("cp." + grouped + ".L2::cache_hint [%rd1], [%r1], 64, %rd1;", "bulk_copy"));
  EXPECT_TRUE(calls("cp.async.bulk.commit_group;", "bulk_commit"));
  EXPECT_TRUE(calls("cp.async.bulk.wait_group 1;", "bulk_wait"));
  EXPECT_TRUE(calls("cp.async.bulk.wait_group.read 0;", "bulk_wait_read"));
  EXPECT_TRUE(calls("cp.reduce." + grouped + ".add.f32 [%rd1], [%r1], 64;", "bulk_fetch_add"));
  EXPECT_TRUE(calls("cp.reduce." + grouped + ".min.s64 [%rd1], [%r1], 64;", "bulk_fetch_min"));
  EXPECT_TRUE(
      is_refused("cp.reduce." + grouped + ".add.noftz.f16 [%rd1], [%r1], 64;", "floats of this size"));
  EXPECT_TRUE(is_refused("cp.reduce." + grouped + ".inc.u32 [%rd1], [%r1], 64;", "its operation"));
  EXPECT_TRUE(is_refused("cp." + grouped + ".cp_mask [%rd1], [%r1], 64, %rs1;", "cp_mask"));
}

TEST(PtxInstructions, ProductsOfGroupsOfWarpsReadSharedMemory) {
  const std::string product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, ";
  const std::string both = written(product + "%rd1, %rd2, %p1, 1, 1, 0, 0;");
  EXPECT_NE(both.find(", 64)"), std::string::npos);
  EXPECT_NE(both.find(", 8)"), std::string::npos);
  const std::string one = written(product + "{%r1, %r2, %r3, %r4}, %rd2, %p1, 1, 1, 0;");
  EXPECT_EQ(one.find(", 64)"), std::string::npos);
  EXPECT_NE(one.find(", 8)"), std::string::npos);
  EXPECT_TRUE(is_refused(product + "%rd1, %rd2, %p1, 1, 1, 0, 1;", "rows lie across memory"));
  EXPECT_TRUE(is_refused(product + "{%r1, %r2, %r3, %r4}, %rd2, %p1, 1, 1, 1;", "rows lie across memory"));
  const auto of_shape = [](const std::string& shape) {
    return "wgmma.mma_async.sync.aligned." + shape + " {%f1}, %rd1, %rd2, %p1, 1, 1;";
  };
  EXPECT_NE(written(of_shape("m64n16k8.f32.tf32.tf32")).find(", 16)"), std::string::npos);
  EXPECT_NE(written(of_shape("m64n16k32.f32.e4m3.e5m2")).find(", 16)"), std::string::npos);
  EXPECT_TRUE(is_refused(of_shape("m64n16k16.f32.tf32.tf32"), "its shape"));
  EXPECT_TRUE(is_refused(of_shape("m64n12k8.f32.tf32.tf32"), "its shape"));
  EXPECT_TRUE(is_refused(of_shape("m64n16k64.f32.f4.f4"), "its shape"));
  EXPECT_NE(written("wgmma.fence.sync.aligned;").find("__launchproof_matrix_fence"), std::string::npos);
  EXPECT_NE(written("wgmma.commit_group.sync.aligned;").find("__launchproof_matrix_commit"),
            std::string::npos);
  EXPECT_NE(written("wgmma.wait_group.sync.aligned 1;").find("__launchproof_matrix_wait(1)"),
            std::string::npos);
  EXPECT_TRUE(
      is_refused("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f1}, %rd1, %rd2, %r1, 0, %p1, "
                 "1, 1, 0, 0;",
                 "sparse"));
}

TEST(PtxInstructions, SurfacesAreMemoryOfTheirOwn) {
  EXPECT_NE(written("suld.b.1d.b32.clamp %r1, [%rd1, {%r2}];").find("ptx_any"), std::string::npos);
  EXPECT_NE(written("suq.width.b32 %r1, [%rd1];").find("ptx_any"), std::string::npos);
  const std::string trapping = written("suld.b.1d.b32.trap %r1, [%rd1, {%r2}];");
  EXPECT_NE(trapping.find("__launchproof_read_surface"), std::string::npos);
  EXPECT_NE(trapping.find("LAUNCHPROOF_OUTSIDE_TRAPS"), std::string::npos);
  EXPECT_NE(written("suld.b.1d.b32.zero %r1, [%rd1, {%r2}]; sust.b.1d.b32.zero [%rd1, {%r2}], %r1;")
                .find("__launchproof_read_surface"),
            std::string::npos);
  EXPECT_NE(written("sust.b.a2d.v4.b32.clamp [%rd1, {%r1, %r2, %r3, %r3}], {%r1, %r2, %r3, %r4};")
                .find("3 + LAUNCHPROOF_LAYERED, LAUNCHPROOF_OUTSIDE_CLAMPS"),
            std::string::npos);
  EXPECT_NE(
      written("sured.b.max.3d.s32.trap [%rd1, {%r1, %r2, %r3, %r3}], %r4;").find("LAUNCHPROOF_REDUCE_SMAX"),
      std::string::npos);
  EXPECT_TRUE(is_refused("sust.p.1d.b32.trap [%rd1, {%r2}], %r1;", "whose elements have a format"));
  EXPECT_TRUE(is_refused("sust.b.2dms.b32.trap [%rd1, {%r2}], %r1;", "of this geometry"));
  EXPECT_TRUE(is_refused("sust.b.1d.v4.b64.trap [%rd1, {%r2}], {%rd1, %rd2, %rd3, %rd4};", "by 32 bytes"));
}

TEST(PtxInstructions, ConstantsOfRegistersCount) {
  EXPECT_EQ(written("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, %r5, -1; mov.b32 %r5, 31;").find("__shfl_xor_sync"),
            written("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;").find("__shfl_xor_sync"));
  EXPECT_NE(written("shfl.sync.bfly.b32 %r1, %r2, 16, %r5, -1; mov.b32 %r5, 31; @%p1 mov.b32 %r5, 15;")
                .find("ptx_shuffle_bfly("),
            std::string::npos);
  EXPECT_NE(written("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;").find("__launchproof_lane()"),
            std::string::npos);
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(PtxInstructions, AreThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/ptx-instructions.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << instructions_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), instructions_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::frontend::ptx
