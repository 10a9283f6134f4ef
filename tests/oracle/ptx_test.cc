// Tests the results of PTX instructions, and barriers, warps and state spaces. Each statement is tested with
// its opposite.
#include "tests/oracle/kernel_under_test.h"

namespace launchproof::oracle::ptx {
namespace {

constexpr const char* kBlock = "--blockDim 64 --gridDim 1 --buffer 0=256";

// Returns an entry whose parameters are a buffer, in %out, and a number, in %n. %t holds the thread, and
// %mine the address of its word.
std::string entry(const std::string& text) {
  return ".version 9.0\n.target sm_80\n.address_size 64\n"
         ".extern .shared .align 16 .b8 dynamic[];\n"
         ".func (.param .b32 twice_result) twice(.param .b32 twice_param_0)\n{\n"
         ".reg .b32 %r<3>;\nld.param.b32 %r1, [twice_param_0];\nadd.s32 %r2, %r1, %r1;\n"
         "st.param.b32 [twice_result], %r2;\nret;\n}\n"
         ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)\n{\n"
         ".reg .pred %p<9>, %bad;\n.reg .b16 %h<9>;\n.reg .b32 %r<19>, %t, %n, %s, %o;\n.reg .f32 %f<9>;\n"
         ".reg .b64 %rd<19>, %out, %mine;\n.reg .f64 %fd<9>;\n.shared .align 4 .b8 cells[256];\n"
         ".local .align 8 .b8 own[16];\n"
         "ld.param.u64 %out, [k_param_0];\nld.param.u32 %n, [k_param_1];\ncvta.to.global.u64 %out, %out;\n"
         "mov.u32 %t, %tid.x;\nmad.wide.u32 %mine, %t, 4, %out;\n"
         "shl.b32 %o, %t, 2;\nmov.u32 %s, cells;\nadd.u32 %s, %s, %o;\n" +
         text + "\nret;\n}\n";
}

std::string judged(const std::string& text, const std::string& launch = kBlock) {
  return summary(judge_ptx(entry(text), launch));
}

// A wrong value makes the kernel access memory outside of the array. `text` must leave the value in a
// register.
void gives(const std::string& text, const std::string& result, const std::string& type,
           const std::string& wanted, const std::string& other) {
  const auto test = [&](const std::string& value) {
    return judged(text + "\nsetp.ne." + type + " %bad, " + result + ", " + value +
                  ";\n@%bad st.global.u32 [%out+-4], %t;");
  };
  EXPECT_EQ(test(wanted), "clean") << text;
  EXPECT_EQ(test(other), "defect out-of-bounds:write") << text;
}

void word(const std::string& text, const std::string& wanted) {
  gives(text, "%r1", "s32", wanted, wanted + "+1");
}

void wide(const std::string& text, const std::string& wanted) {
  gives(text, "%rd1", "s64", wanted, wanted + "+1");
}

TEST(Ptx, IntegerArithmetic) {
  word("mov.u32 %r2, 7; sub.s32 %r1, %r2, 9;", "-2");
  word("mov.u32 %r2, 0x7fffffff; add.sat.s32 %r1, %r2, 5;", "0x7fffffff");
  word("mov.u32 %r2, -3; mul.lo.s32 %r1, %r2, 5;", "-15");
  word("mov.u32 %r2, -3; mul.hi.s32 %r1, %r2, 5;", "-1");
  word("mov.u32 %r2, -3; mul.hi.u32 %r1, %r2, 5;", "4");
  word("mov.u16 %h1, -3; mul.wide.s16 %r1, %h1, 5;", "-15");
  wide("mov.u32 %r2, -3; mul.wide.s32 %rd1, %r2, 5;", "-15");
  wide("mov.u32 %r2, -3; mul.wide.u32 %rd1, %r2, 5;", "0x4fffffff1");
  wide("mov.u64 %rd2, -3; mul.hi.s64 %rd1, %rd2, 5;", "-1");
  wide("mov.u64 %rd2, -3; mul.hi.u64 %rd1, %rd2, 5;", "4");
  word("mov.u32 %r2, -3; mad.lo.s32 %r1, %r2, 5, 20;", "5");
  word("mov.u32 %r2, 0x1000003; mul24.lo.s32 %r1, %r2, 5;", "15");
  word("mov.u32 %r2, 0xffffff; mul24.hi.u32 %r1, %r2, 0x10000;", "0xffffff");
  word("mov.u32 %r2, -7; div.s32 %r1, %r2, 2;", "-3");
  word("mov.u32 %r2, -7; rem.s32 %r1, %r2, 2;", "-1");
  word("mov.u32 %r2, -7; div.u32 %r1, %r2, 0x10000000;", "15");
  word("mov.u32 %r2, -7; min.s32 %r1, %r2, 2;", "-7");
  word("mov.u32 %r2, -7; min.u32 %r1, %r2, 2;", "2");
  word("mov.u32 %r2, -7; max.s32 %r1, %r2, 2;", "2");
  word("mov.u32 %r2, -7; abs.s32 %r1, %r2;", "7");
  word("mov.u32 %r2, -7; neg.s32 %r1, %r2;", "7");
  word("mov.u32 %r2, -7; sad.s32 %r1, %r2, 2, 1;", "10");
  word("mov.u32 %r2, 0x01ff02fe; dp4a.s32.s32 %r1, %r2, 0x01010101, 10;", "10");
  word("mov.u32 %r2, 0x00020003; dp2a.hi.u32.u32 %r1, %r2, 0x07050000, 1;", "30");
  word("mov.u32 %r2, -1; add.cc.u32 %r3, %r2, 1; addc.u32 %r1, %r3, 5;", "6");
  word("mov.u32 %r2, 0; sub.cc.u32 %r3, %r2, 1; subc.u32 %r1, %r2, 5;", "-6");
  word("mov.u32 %r2, -1; mad.lo.cc.u32 %r3, %r2, 1, 1; madc.hi.u32 %r1, %r2, 1, 2;", "3");
}

TEST(Ptx, Bits) {
  word("mov.u32 %r2, 12; and.b32 %r1, %r2, 10;", "8");
  word("mov.u32 %r2, 12; or.b32 %r1, %r2, 3;", "15");
  word("mov.u32 %r2, 12; xor.b32 %r1, %r2, 10;", "6");
  word("mov.u32 %r2, 12; not.b32 %r1, %r2;", "-13");
  word("mov.u32 %r2, 12; cnot.b32 %r1, %r2;", "0");
  word("mov.u32 %r2, 1; shl.b32 %r1, %r2, 31;", "0x80000000");
  word("mov.u32 %r2, 1; shl.b32 %r1, %r2, 32;", "0");
  word("mov.u32 %r2, -8; shr.s32 %r1, %r2, 99;", "-1");
  word("mov.u32 %r2, -8; shr.u32 %r1, %r2, 28;", "15");
  word("mov.u32 %r2, -8; shr.b32 %r1, %r2, 99;", "0");
  word("mov.u32 %r2, 0xff0; popc.b32 %r1, %r2;", "8");
  word("mov.u64 %rd2, 0xff0; clz.b64 %r1, %rd2;", "52");
  word("mov.u32 %r2, 0xff0; bfind.u32 %r1, %r2;", "11");
  word("mov.u32 %r2, -16; bfind.s32 %r1, %r2;", "3");
  word("mov.u32 %r2, 0; bfind.u32 %r1, %r2;", "-1");
  word("mov.u32 %r2, 0xff0; bfind.shiftamt.u32 %r1, %r2;", "20");
  word("mov.u32 %r2, 6; brev.b32 %r1, %r2;", "0x60000000");
  word("mov.u32 %r2, 0xabcd; bfe.u32 %r1, %r2, 4, 8;", "0xbc");
  word("mov.u32 %r2, 0xabcd; bfe.s32 %r1, %r2, 4, 8;", "-68");
  word("mov.u32 %r2, 0xff; bfi.b32 %r1, %r2, 0, 4, 8;", "0xff0");
  word("mov.u32 %r2, 4; bmsk.clamp.b32 %r1, %r2, 3;", "0x70");
  word("mov.u32 %r2, 0xff; szext.wrap.s32 %r1, %r2, 8;", "-1");
  word("mov.u32 %r2, 0x44332211; prmt.b32 %r1, %r2, 0x88776655, 0x7531;", "0x88664422");
  word("mov.u32 %r2, 0x44332211; prmt.b32.f4e %r1, %r2, 0x88776655, 1;", "0x55443322");
  word("mov.u32 %r2, 0x44332211; prmt.b32.rc8 %r1, %r2, 0, 2;", "0x33333333");
  word("mov.u32 %r2, 12; mov.u32 %r3, 10; lop3.b32 %r1, %r2, %r3, 6, 0x96;", "0");
  word("mov.u32 %r2, 1; mov.u32 %r3, 2; shf.l.wrap.b32 %r1, %r2, %r3, 33;", "4");
  word("mov.u32 %r2, 1; mov.u32 %r3, 2; shf.r.clamp.b32 %r1, %r2, %r3, 33;", "2");
}

TEST(Ptx, ChoicesAndPredicates) {
  word("setp.lt.s32 %p1, %t, 100; selp.b32 %r1, 5, 6, %p1;", "5");
  word("mov.u32 %r2, -1; setp.lt.s32 %p1|%p2, %r2, 3; selp.b32 %r1, 5, 6, %p2;", "6");
  word("mov.u32 %r2, -1; setp.lo.u32 %p1, %r2, 3; selp.b32 %r1, 5, 6, %p1;", "6");
  word("setp.eq.u32 %p1, 1, 1; setp.ne.and.u32 %p2, 1, 2, !%p1; selp.b32 %r1, 5, 6, %p2;", "6");
  word("setp.eq.u32 %p1, 1, 1; not.pred %p2, %p1; or.pred %p3, %p1, %p2; selp.b32 %r1, 5, 6, %p3;", "5");
  word("mov.u32 %r2, 3; set.gt.u32.s32 %r1, %r2, 2;", "-1");
  word("mov.u32 %r2, -3; slct.s32.s32 %r1, 5, 6, %r2;", "6");
  word("mov.f32 %f1, 0f7fc00000; setp.ne.f32 %p1, %f1, %f1; selp.b32 %r1, 5, 6, %p1;", "6");
  word("mov.f32 %f1, 0f7fc00000; setp.neu.f32 %p1, %f1, %f1; selp.b32 %r1, 5, 6, %p1;", "5");
  word("mov.u32 %r1, 1; setp.eq.u32 %p1, 1, 2; @%p1 mov.u32 %r1, 2;", "1");
  word("mov.u32 %r1, 1; setp.eq.u32 %p1, 1, 2; @!%p1 mov.u32 %r1, 2;", "2");
}

TEST(Ptx, Floats) {
  const auto single = [](const std::string& text, const std::string& wanted) {
    word(text + "mov.b32 %r1, %f1;", wanted);
  };
  const auto twice = [](const std::string& text, const std::string& wanted) {
    wide(text + "mov.b64 %rd1, %fd1;", wanted);
  };
  single("mov.f32 %f2, 0f3f800000; add.f32 %f1, %f2, 0f40000000;", "0x40400000");
  single("mov.f32 %f2, 0f3f800000; div.rn.f32 %f1, %f2, 0f40400000;", "0x3eaaaaab");
  single("mov.f32 %f2, 0f3f800000; div.rz.f32 %f1, %f2, 0f40400000;", "0x3eaaaaaa");
  single("mov.f32 %f2, 0f3f800000; sub.sat.f32 %f1, %f2, 0f40000000;", "0");
  single("mov.f32 %f2, 0f40000000; fma.rn.f32 %f1, %f2, %f2, 0f3f800000;", "0x40a00000");
  single("mov.f32 %f2, 0f40800000; sqrt.rn.f32 %f1, %f2;", "0x40000000");
  single("mov.f32 %f2, 0f40800000; rcp.rn.f32 %f1, %f2;", "0x3e800000");
  single("mov.f32 %f2, 0f00000001; add.f32 %f1, %f2, %f2;", "2");
  single("mov.f32 %f2, 0f00000001; add.ftz.f32 %f1, %f2, %f2;", "0");
  single("mov.f32 %f2, 0f7fc00000; min.f32 %f1, %f2, 0f3f800000;", "0x3f800000");
  single("mov.f32 %f2, 0f80000000; max.f32 %f1, %f2, 0f00000000;", "0");
  single("mov.f32 %f2, 0fbf800000; abs.f32 %f1, %f2;", "0x3f800000");
  single("mov.f32 %f2, 0f3f800000; ex2.approx.f32 %f1, %f2;", "0x40000000");
  EXPECT_EQ(
      judged("mov.f32 %f2, 0fffc00000; abs.f32 %f1, %f2; mov.b32 %r1, %f1; setp.ne.u32 %p1, %r1, 0x7fc00000; "
             "@%p1 st.global.u32 [%out+-4], %t;"),
      "defect out-of-bounds:write")
      << "any NaN";
  twice("mov.f64 %fd2, 0dfff8000000000000; abs.f64 %fd1, %fd2;", "0x7ff8000000000000");
  twice("mov.f64 %fd2, 0d3ff0000000000000; div.rn.f64 %fd1, %fd2, 0d4008000000000000;", "0x3fd5555555555555");
  twice("mov.f64 %fd2, 0d3ff0000000000000; div.rp.f64 %fd1, %fd2, 0d4008000000000000;", "0x3fd5555555555556");
  twice("mov.f64 %fd2, 2.0; mul.f64 %fd1, %fd2, %fd2;", "0x4010000000000000");
}

TEST(Ptx, Conversions) {
  word("mov.u32 %r2, 0x1ff; cvt.s32.s8 %r1, %r2;", "-1");
  word("mov.u32 %r2, 0x1ff; cvt.u32.u8 %r1, %r2;", "255");
  word("mov.u32 %r2, -300; cvt.sat.s8.s32 %r1, %r2;", "-128");
  word("mov.u32 %r2, -300; cvt.sat.u8.s32 %r1, %r2;", "0");
  wide("mov.u32 %r2, -1; cvt.s64.s32 %rd1, %r2;", "-1");
  wide("mov.u32 %r2, -1; cvt.u64.u32 %rd1, %r2;", "0xffffffff");
  word("mov.f32 %f1, 0fc0200000; cvt.rzi.s32.f32 %r1, %f1;", "-2");
  word("mov.f32 %f1, 0fc0200000; cvt.rmi.s32.f32 %r1, %f1;", "-3");
  word("mov.f32 %f1, 0f40200000; cvt.rni.s32.f32 %r1, %f1;", "2");
  word("mov.f32 %f1, 0f40200000; cvt.rpi.s32.f32 %r1, %f1;", "3");
  word("mov.f32 %f1, 0f7149f2ca; cvt.rzi.s32.f32 %r1, %f1;", "0x7fffffff");
  word("mov.f32 %f1, 0f7fc00000; cvt.rzi.s32.f32 %r1, %f1;", "0");
  word("mov.u32 %r2, 0x1000001; cvt.rn.f32.u32 %f1, %r2; mov.b32 %r1, %f1;", "0x4b800000");
  word("mov.u32 %r2, 0x1000001; cvt.rp.f32.u32 %f1, %r2; mov.b32 %r1, %f1;", "0x4b800001");
  wide("mov.f32 %f1, 0f40200000; cvt.f64.f32 %fd1, %f1; mov.b64 %rd1, %fd1;", "0x4004000000000000");
  word("mov.f64 %fd1, 0d3fd5555555555555; cvt.rn.f32.f64 %f1, %fd1; mov.b32 %r1, %f1;", "0x3eaaaaab");
  word("mov.f32 %f2, 0f40200000; cvt.rni.f32.f32 %f1, %f2; mov.b32 %r1, %f1;", "0x40000000");
  wide("mov.b64 %rd1, {%t, 5}; mov.b64 {%r2, %r3}, %rd1; cvt.u64.u32 %rd1, %r3;", "5");
}

TEST(Ptx, SpecialRegisters) {
  word("mov.u32 %r2, %ntid.x; mov.u32 %r3, %nctaid.x; add.u32 %r1, %r2, %r3;", "65");
  word("mov.u32 %r2, %laneid; mov.u32 %r3, %warpid; mad.lo.u32 %r2, %r3, 32, %r2; sub.u32 %r1, %r2, %t;",
       "0");
  word("mov.u32 %r2, %lanemask_lt; popc.b32 %r2, %r2; mov.u32 %r3, %laneid; sub.u32 %r1, %r2, %r3;", "0");
  word("mov.u32 %r2, %lanemask_lt; mov.u32 %r3, %lanemask_ge; xor.b32 %r1, %r2, %r3;", "-1");
}

TEST(Ptx, StateSpaces) {
  word("st.local.v2.u32 [own+8], {5, 6}; ld.local.u32 %r1, [own+12];", "6");
  word("mov.u64 %rd1, own; cvta.local.u64 %rd2, %rd1; st.u32 [%rd2], 7; ld.local.u32 %r1, [%rd1];", "7");
  EXPECT_EQ(judged("st.local.u32 [own+16], 5;"), "defect out-of-bounds:write");
  EXPECT_EQ(judged("st.global.v2.u32 [%out+248], {%t, %t};"), "defect data-race:write-write");
  EXPECT_EQ(judged("st.global.v2.u32 [%out+252], {%t, %t};"), "defect out-of-bounds:write");
  EXPECT_EQ(judged("mad.wide.u32 %rd1, %t, 1, %out; st.global.u8 [%rd1], %t; ld.global.u8 %r1, [%rd1];"),
            "clean");
  word("st.global.u32 [%mine], 0x80; ld.global.s8 %r1, [%mine];", "-128");
  // Converts to the generic address of shared memory, and back.
  EXPECT_EQ(
      judged("cvt.u64.u32 %rd1, %s; cvta.shared.u64 %rd2, %rd1; st.u32 [%rd2], %t; cvta.to.shared.u64 %rd3, "
             "%rd2; ld.shared.u32 %r1, [%rd3]; ld.shared.u32 %r2, [%s];"),
      "clean");
  EXPECT_EQ(judged("cvt.u64.u32 %rd1, %s; cvta.shared.u64 %rd2, %rd1; st.u32 [%rd2+4], %t;"),
            "defect out-of-bounds:write");
  EXPECT_EQ(judged("st.shared.u32 [%s+-4], %t;"), "defect out-of-bounds:write");
  EXPECT_EQ(judged("mov.u32 %r1, dynamic; add.u32 %r1, %r1, %o; st.shared.u32 [%r1], %t;",
                   std::string(kBlock) + " --dynamic-shared 256"),
            "clean");
  EXPECT_EQ(judged("mov.u32 %r1, dynamic; add.u32 %r1, %r1, %o; st.shared.u32 [%r1], %t;",
                   std::string(kBlock) + " --dynamic-shared 252"),
            "defect out-of-bounds:write");
  EXPECT_EQ(judged("cvta.global.u64 %rd1, %out; ld.shared.u32 %r1, [%rd1];").substr(0, 12), "cannot-judge");
}

TEST(Ptx, Barriers) {
  const std::string read =
      "xor.b32 %r1, %o, 252; mov.u32 %r2, cells; add.u32 %r1, %r1, %r2; ld.shared.u32 %r3, [%r1];";
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.sync 0;" + read), "clean");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; barrier.sync.aligned 0;" + read), "clean");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.sync 0, 64;" + read), "clean");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; membar.cta;" + read), "defect data-race:read-write");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.warp.sync -1;" + read), "defect data-race:read-write");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.sync 0, 32;" + read).substr(0, 12), "cannot-judge");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.arrive 0, 64;" + read).substr(0, 12), "cannot-judge");
  word("setp.lt.u32 %p1, %t, 10; bar.red.popc.u32 %r1, 0, %p1;", "10");
  word("setp.lt.u32 %p1, %t, 10; bar.red.or.pred %p2, 0, %p1; selp.b32 %r1, 1, 2, %p2;", "1");
  word("setp.lt.u32 %p1, %t, 10; barrier.red.and.pred %p2, 0, !%p1; selp.b32 %r1, 1, 2, %p2;", "2");
}

TEST(Ptx, BarriersAndEnds) {
  const std::string some = "setp.gt.u32 %p1, %t, 40;\n";
  EXPECT_EQ(judged(some + "@%p1 ret; bar.sync 0; st.global.u32 [%mine], %t;"), "clean");
  EXPECT_EQ(judged(some + "@%p1 exit; bar.sync 0; st.global.u32 [%mine], %t;"), "clean");
  EXPECT_EQ(judged(some + "@%p1 bra END; bar.sync 0; st.global.u32 [%mine], %t; END:"), "clean");
  EXPECT_EQ(judged(some + "@%p1 bra END; bar.sync 0; END: st.global.u32 [%mine], %t;"),
            "defect barrier-divergence:returned");
  EXPECT_EQ(judged(some + "@!%p1 bar.sync 0; @%p1 bar.sync 0;"),
            "defect barrier-divergence:different-barrier");
  EXPECT_EQ(judged(some + "@!%p1 bra A; bar.sync 0; bra B; A: bar.sync 0; B:"),
            "defect barrier-divergence:different-barrier");
  EXPECT_EQ(judged(some + "@!%p1 bra A; barrier.sync 0; bra B; A: barrier.sync 0; B:"), "clean");
  EXPECT_EQ(judged(some + "@!%p1 bra A; barrier.sync 0; bra B; A: barrier.sync 1; B:"),
            "defect barrier-divergence:different-barrier");
  EXPECT_EQ(
      judged("mov.u32 %r1, 0; L: bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 3; @%p1 bra L;"),
      "clean");
  EXPECT_EQ(
      judged("mov.u32 %r1, 0; L: setp.ne.u32 %p1, %r1, %t; @%p1 bra M; bar.sync 0; M: add.u32 %r1, %r1, 1; "
             "setp.lt.u32 %p1, %r1, 64; @%p1 bra L; st.global.u32 [%mine], %t;"),
      "defect barrier-divergence:different-iteration");
}

TEST(Ptx, Warps) {
  word(
      "mov.u32 %r2, %laneid; shfl.sync.bfly.b32 %r3, %t, 5, 31, -1; xor.b32 %r3, %r3, 5; sub.u32 %r1, %r3, "
      "%t;",
      "0");
  word(
      "shfl.sync.idx.b32 %r3, %t, 3, 0x181f, -1; and.b32 %r2, %t, 56; add.u32 %r2, %r2, 3; sub.u32 %r1, %r3, "
      "%r2;",
      "0");
  word(
      "shfl.sync.up.b32 %r3|%p1, %t, 2, 0, -1; selp.b32 %r3, 2, 0, %p1; mov.u32 %r2, %laneid; "
      "setp.lt.u32 %p2, %r2, 2; selp.b32 %r2, 0, 2, %p2; sub.u32 %r1, %r3, %r2;",
      "0");
  word("shfl.sync.down.b32 %r3|%p1, 9, 2, 31, -1; vote.sync.ballot.b32 %r1, %p1, -1;", "0x3fffffff");
  word("mov.u32 %r2, %laneid; setp.lt.u32 %p1, %r2, 4; vote.sync.ballot.b32 %r1, %p1, -1;", "15");
  word("setp.lt.u32 %p1, %t, 99; vote.sync.all.pred %p2, %p1, -1; selp.b32 %r1, 1, 2, %p2;", "1");
  word("mov.u32 %r2, %laneid; redux.sync.add.s32 %r1, %r2, -1;", "496");
  word("mov.u32 %r2, %laneid; redux.sync.max.u32 %r1, %r2, -1;", "31");
  word("match.any.sync.b32 %r1, 4, -1;", "-1");
  word("mov.u32 %r2, %laneid; match.all.sync.b32 %r1|%p1, %r2, -1;", "0");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; bar.warp.sync -1; xor.b32 %r1, %s, 4; ld.shared.u32 %r2, [%r1];"),
            "clean");
  EXPECT_EQ(judged("st.shared.u32 [%s], %t; xor.b32 %r1, %s, 4; ld.shared.u32 %r2, [%r1];"),
            "defect data-race:read-write");
  EXPECT_EQ(
      judged("setp.lt.u32 %p1, %t, 16; @%p1 vote.sync.any.pred %p2, %p1, -1; st.global.u32 [%mine], %t;"),
      "defect barrier-divergence:returned");
  EXPECT_EQ(
      judged("setp.lt.u32 %p1, %t, 17; @%p1 vote.sync.any.pred %p2, %p1, 0xffff; st.global.u32 [%mine], %t;"),
      "defect barrier-divergence:not-in-mask");
}

TEST(Ptx, AtomicOperations) {
  const std::string two = "--blockDim 32 --gridDim 2 --buffer 0=4";
  EXPECT_EQ(judged("atom.global.add.u32 %r1, [%out], 1;", two), "clean");
  EXPECT_EQ(judged("red.global.gpu.add.u32 [%out], 1;", two), "clean");
  EXPECT_EQ(judged("red.global.cta.add.u32 [%out], 1;", two), "defect data-race:atomic-atomic");
  EXPECT_EQ(judged("st.relaxed.gpu.global.u32 [%out], 1; ld.acquire.gpu.global.u32 %r1, [%out];", two),
            "clean");
  EXPECT_EQ(judged("st.volatile.global.u32 [%out], %t;", two), "defect data-race:write-write");
  word("st.shared.u32 [%s], 5; atom.shared.inc.u32 %r2, [%s], 5; ld.shared.u32 %r1, [%s];", "0");
  word("st.shared.u32 [%s], 0; atom.shared.dec.u32 %r2, [%s], 5; ld.shared.u32 %r1, [%s];", "5");
  word("st.shared.u32 [%s], -3; atom.shared.min.s32 %r1, [%s], 5;", "-3");
  word("st.shared.u32 [%s], -3; atom.shared.min.u32 %r2, [%s], 5; ld.shared.u32 %r1, [%s];", "5");
  word("st.shared.u32 [%s], 4; atom.shared.cas.b32 %r2, [%s], 4, 9; ld.shared.u32 %r1, [%s];", "9");
  word("st.shared.f32 [%s], 0f3f800000; red.shared.add.f32 [%s], 0f3f800000; ld.shared.u32 %r1, [%s];",
       "0x40000000");
}

TEST(Ptx, Calls) {
  const std::string call =
      "{ .param .b32 given; st.param.b32 [given], %t; .param .b32 got; call.uni (got), twice, (given); "
      "ld.param.b32 %r2, [got]; }";
  word(call + "sub.u32 %r1, %r2, %t; sub.u32 %r1, %r1, %t;", "0");
  EXPECT_EQ(
      judged("{ .param .b32 given; st.param.b32 [given], %t; call.uni unknown, (given); }").substr(0, 12),
      "cannot-judge");
  EXPECT_EQ(judged("setp.eq.u32 %p1, %t, 99; @%p1 trap; st.global.u32 [%mine], %t;"), "clean");
  EXPECT_EQ(judged("setp.eq.u32 %p1, %t, 9; @%p1 trap; st.global.u32 [%mine], %t;"),
            "defect assertion:broken");
}

TEST(Ptx, NamesAndScopes) {
  word("mov.u32 %r1, 1; { .reg .b32 %r1; mov.u32 %r1, 2; }", "1");
  word(
      "{ .reg .pred q; setp.eq.u32 q, 1, 1; @q bra L; mov.u32 %r1, 7; L: mov.u32 %r1, 1; }"
      "{ L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 5; @%p1 bra L; }",
      "5");
  word(
      "mov.u32 %r2, 1; S: .branchtargets A, B; brx.idx %r2, S; A: mov.u32 %r1, 3; bra C; B: mov.u32 %r1, 4; "
      "C:",
      "4");
}

// A register that was never written holds an arbitrary value.
TEST(Ptx, OpenValues) {
  EXPECT_EQ(judged("setp.eq.u32 %p1, %r5, 0; @%p1 st.global.u32 [%mine], %t;"), "clean");
  EXPECT_EQ(judged("setp.ne.u32 %p1, %r5, 0; @%p1 st.global.u32 [%out+-4], %t;"),
            "defect out-of-bounds:write");
  EXPECT_EQ(judged("setp.ge.u32 %p1, %t, %n; @%p1 ret; st.global.u32 [%mine], %t;",
                   "--blockDim 64 --gridDim 1 --arg 1=8 --buffer 0=32"),
            "clean");
  EXPECT_EQ(judged("setp.ge.u32 %p1, %t, %n; @%p1 ret; st.global.u32 [%mine], %t;",
                   "--blockDim 64 --gridDim 1 --arg param_1=8 --buffer param_0=28"),
            "defect out-of-bounds:write");
}

TEST(Ptx, RefusalsNameTheLine) {
  const Judgement judgement =
      judge_ptx(entry("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r1}, [%s];"), kBlock);
  EXPECT_EQ(summary(judgement),
            "cannot-judge: line 31: wmma.load.a.sync.aligned.row.m16n16k16.shared.f16: the instruction is "
            "not known");
  EXPECT_EQ(judged("bra A; mma.sync %r1, %r1; A:"), "clean") << "nobody comes there";
  EXPECT_EQ(judged("add.u32 %r1, %r2;"), "cannot-judge: line 31: add.u32: operands of another number");
  EXPECT_EQ(judged("add.u32 %r1, %r2, %x;"),
            "cannot-judge: line 31: add.u32: the register '%x' is not known");
  EXPECT_EQ(judged("add.u32 %r1, %r2 %r3;"), "cannot-judge: line 31: ',' is expected, not '%r3'");
  EXPECT_EQ(judged("bra NOWHERE;"), "cannot-judge: line 31: bra: a branch to 'NOWHERE', which is no label");
}

// Without `--buffer`, a parameter is a buffer if its value is used as an address, even if a called function
// does so.
TEST(Ptx, ParametersThatAreAddresses) {
  const auto stored = [](const std::string& before, const std::string& launch) {
    return summary(judge_ptx(
        ".version 9.0\n.target sm_80\n.address_size 64\n"
        ".func keep(.param .b64 keep_param_0)\n{\n.reg .b64 %rd<3>;\nld.param.b64 %rd1, [keep_param_0];\n"
        "st.global.u32 [%rd1], 5;\nret;\n}\n"
        ".entry k(.param .u64 k_param_0, .param .u64 k_param_1)\n{\n.reg .b64 %rd<9>;\n"
        "ld.param.u64 %rd1, [k_param_0];\nld.param.u64 %rd2, [k_param_1];\n" +
            before + "{ .param .b64 given; st.param.b64 [given], %rd3; call keep, (given); }\nret;\n}\n",
        "--blockDim 1 --gridDim 1 " + launch));
  };
  const std::string indexed = "shl.b64 %rd4, %rd2, 2;\nadd.s64 %rd3, %rd1, %rd4;\n";
  EXPECT_EQ(stored(indexed, "--arg 1=3"), "clean");
  EXPECT_EQ(stored(indexed, "--arg 1=3 --buffer 0=16"), "clean");
  EXPECT_EQ(stored(indexed, "--arg 1=3 --buffer 0=12"), "defect out-of-bounds:write");
  EXPECT_EQ(stored(indexed, "--arg 1=-1"), "defect out-of-bounds:write");
  const std::string added = "add.s64 %rd3, %rd1, %rd2;\n";
  EXPECT_EQ(stored(added, "--arg 1=4 --buffer 0=8"), "clean");
  EXPECT_EQ(stored(added, "--arg 1=8 --buffer 0=8"), "defect out-of-bounds:write");
  EXPECT_EQ(stored(added, "--arg 0=8 --buffer 1=8"), "defect out-of-bounds:write");
  EXPECT_EQ(stored("sub.s64 %rd4, %rd2, %rd1;\nadd.s64 %rd3, %rd1, %rd4;\n", "--buffer 0=8 --buffer 1=@0+4"),
            "clean")
      << "the distance in one memory object";
}

TEST(Ptx, VariablesHoldAnything) {
  const auto read = [](const std::string& variable) {
    return summary(
        judge_ptx(".version 9.0\n.target sm_80\n.address_size 64\n" + variable +
                      "\n.entry k(.param .u64 k_param_0)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<9>;\n"
                      "ld.param.u64 %rd1, [k_param_0];\nld.const.u32 %r1, [v+4];\nand.b32 %r2, %r1, 7;\n"
                      "mad.wide.u32 %rd2, %r2, 4, %rd1;\nst.global.u32 [%rd2], %r1;\nret;\n}\n",
                  "--blockDim 1 --gridDim 1 --buffer 0=4"));
  };
  EXPECT_EQ(read(".const .align 4 .u32 v[2] = {0, 1};"), "defect out-of-bounds:write");
  EXPECT_EQ(read(".const .align 4 .u32 v[1] = {0};"), "defect out-of-bounds:read out-of-bounds:write");
  EXPECT_EQ(read(".global .align 4 .u32 v[2] = {0, 1};").substr(0, 12), "cannot-judge")
      << "another state space";
}

TEST(Ptx, PlacesOfTheSource) {
  const Judgement judgement =
      judge_ptx(entry(".file 1 \"source.cu\"\n.loc 1 77 3\nst.global.u32 [%out+256], %t;"), kBlock);
  ASSERT_EQ(summary(judgement), "defect out-of-bounds:write");
  const Place& place = judgement.findings[0].places[0][0];
  EXPECT_EQ(place.file + ":" + std::to_string(place.line), "source.cu:77");
}

TEST(Ptx, Structures) {
  const std::string text =
      ".version 9.0\n.target sm_80\n.address_size 64\n.entry k(.param .align 8 .b8 k_param_0[16])\n{\n"
      ".reg .b32 %r<3>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [k_param_0];\nld.param.u32 %r1, "
      "[k_param_0+8];\n"
      "cvta.to.global.u64 %rd2, %rd1;\nmad.wide.u32 %rd3, %r1, 4, %rd2;\nst.global.u32 [%rd3], "
      "%r1;\nret;\n}\n";
  const std::string launch =
      "--blockDim 1 --gridDim 1 --arg 0=bytes:00000000000000000500000000000000 --buffer 0.at_0=";
  EXPECT_EQ(summary(judge_ptx(text, launch + "24")), "clean");
  EXPECT_EQ(summary(judge_ptx(text, launch + "20")), "defect out-of-bounds:write");
}

}  // namespace
}  // namespace launchproof::oracle::ptx
