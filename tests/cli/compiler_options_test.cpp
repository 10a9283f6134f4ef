// Tests the options that `launchproof check` passes to the kernel compiler, and files that lie next to a
// kernel.
#include <filesystem>

#include "tests/cli/program.h"
#include "tests/verify/device_code/made_files.h"

namespace launchproof::cli::testing {
namespace {

constexpr const char* kKernel = "__kernel void safe(__global int *a) { a[get_global_id(0)] = 1; }";

class CompilerOptionsTest : public ProgramTest {
 protected:
  Ran check(std::vector<std::string> words) const {
    words.insert(words.begin(), {"check", "--local-size=8", "--num-groups=2"});
    return run(words);
  }
};

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kOptional =
    "#include \"value.h\"\n"
    "__global__ void k(int *a) {\n"
    "  static_assert(__cplusplus >= 202002L && __CUDA_ARCH__ == WANTED);\n"
    "  a[threadIdx.x / VALUE] = threadIdx.x;\n"
    "}\n";

TEST_F(CompilerOptionsTest, ReachTheCompiler) {
  const std::string file = write("k.cu", kOptional);
  for (const char* folder : {"one", "two"}) std::filesystem::create_directories(path(folder));
  write("one/value.h", "#define VALUE 1\n");
  write("two/value.h", "#define VALUE 2\n");
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), {file, "-std=c++20", "--no-replay"});
    return check(std::move(words));
  };
  const Ran one = with({"-I", path("one"), "--gpu-arch=sm_86", "-DWANTED=860"});
  EXPECT_EQ(one.status, 0) << one.out << one.err;
  EXPECT_EQ((one.out + one.err).find("ignored"), std::string::npos) << one.out << one.err;
  EXPECT_EQ(with({"-I", path("two"), "--gpu-arch=sm_86", "--clang-opt=-DWANTED=860"}).status, 10);
  EXPECT_PRED2(has_part, with({"-I", path("one"), "-DWANTED=860"}).out, "does not compile");
  EXPECT_PRED2(has_part, with({"-I", path("one"), "--gpu-arch=sm_1"}).out,
               "the architecture sm_1 is not known");
  EXPECT_PRED2(has_part, with({"-I", path("one"), "--cuda-path=/nonexistent"}).out, "holds no CUDA toolkit");
  EXPECT_PRED2(has_part, check({write("k.cl", kKernel), "--gpu-arch=sm_86"}).err, "is not CUDA source (.cu)");
  const std::string older = write("older.cl", "__kernel void k(__global int *a) { to_local(a); }");
  EXPECT_PRED2(has_part, check({older, "--std=CL1.2"}).out, "does not compile");
}

TEST_F(CompilerOptionsTest, SayNothingToPtx) {
  const std::string file = write("k.ptx",
                                 ".version 8.0\n.target sm_75\n.address_size 64\n"
                                 ".visible .entry one(.param .u64 one_param_0) { ret; }\n"
                                 ".visible .entry two(.param .u32 two_param_0) { ret; }\n");
  const Ran all = check({file, "-DN=4"});
  EXPECT_EQ(all.status, 0) << all.out << all.err;
  EXPECT_PRED2(has_part, all.out + all.err, "build options have no effect on PTX");
  EXPECT_PRED2(has_part, all.out, "the verdict is about this PTX");
  const Ran one = check({file, "--entry=two", "--arg=0=4"});
  EXPECT_EQ(one.status, 0) << one.out << one.err;
  EXPECT_EQ((one.out + one.err).find("build options"), std::string::npos);
  EXPECT_EQ(one.out.find("one "), std::string::npos) << one.out;
  EXPECT_EQ(check({file, "--gpu-arch=sm_86"}).status, 2);
  EXPECT_EQ(check({file, "--entry=three"}).status, 2);
}

TEST_F(CompilerOptionsTest, CompiledFilesHoldModules) {
  using device_code::testing::fat_binary;
  using device_code::testing::fat_entry;
  const auto module = [](const std::string& name) {
    return ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry " + name + "(.param .u64 " + name +
           "_param_0) { ret; }\n";
  };
  const std::string one =
      write("one.o", device_code::testing::elf_file(
                         EM_X86_64, {{".nv_fatbin", fat_binary({fat_entry(1, 75, module("_Z1kPf"))})}}));
  const std::string two = write(
      "two.fatbin", fat_binary({fat_entry(1, 75, module("first")), fat_entry(1, 80, module("second"))}));
  EXPECT_EQ(run({"check", "--list-kernels", one, two}).out,
            "k  " + one + "#1\nfirst  " + two + "#1\nsecond  " + two + "#2\n");
  EXPECT_EQ(check({one}).status, 0);
  EXPECT_PRED2(has_part, check({two, "--entry=second"}).out, "1 launch class of 1 kernel");
  EXPECT_PRED2(has_part, check({two}).out, "2 launch classes of 2 kernels");
  EXPECT_EQ(check({two + "#2"}).status, 0);
  EXPECT_PRED2(has_part, check({two + "#3"}).err, "holds 2 PTX modules");
  EXPECT_PRED2(has_part, check({two, "--entry=third"}).err, "holds no kernel `third`");
  const std::string mixed = write(
      "mixed.fatbin", fat_binary({fat_entry(1, 75, module("k"))}) + fat_binary({fat_entry(2, 75, "code")}));
  const Ran with_note = check({mixed});
  EXPECT_EQ(with_note.status, 0);
  EXPECT_PRED2(has_part, with_note.out + with_note.err, "also holds machine code without PTX");
  const std::string none = write("none.o", device_code::testing::elf_file(EM_X86_64, {{".text", "code"}}));
  EXPECT_PRED2(has_part, check({none}).err, "holds no CUDA device code");
  const std::string machine = write("machine.fatbin", fat_binary({fat_entry(2, 75, "code")}));
  EXPECT_PRED2(has_part, check({machine}).err, "machine code for GPUs and no PTX");
  const std::string cut = write("cut.fatbin", fat_binary({fat_entry(1, 75, module("k"))}).substr(0, 90));
  const Ran damaged = check({cut});
  EXPECT_EQ(damaged.status, 2);
  EXPECT_PRED2(has_part, damaged.err, "is truncated");
}

TEST_F(CompilerOptionsTest, AxiomsOfBoogieAreAnErrorWhereTheKernelNeedsThem) {
  const std::string file = write("k.cl", kKernel);
  const auto with = [&](const std::string& axioms) {
    return check({file, "--boogie-file=" + write("axioms.bpl", axioms)});
  };
  EXPECT_EQ(with("function {:bvbuiltin \"bvadd\"} OTHER(x : bv32) returns (bv32);\n"
                 "axiom (forall x : bv32 :: OTHER(x) == 0bv32); // function safe\n")
                .status,
            0);
  const Ran used = with("function safe(x : bv32) returns (bv32);\n");
  EXPECT_EQ(used.status, 2);
  EXPECT_PRED2(has_part, used.err, "the kernel uses safe");
  EXPECT_PRED2(has_part, with("procedure $get_global_id(x : bv32);\n").err, "the kernel uses get_global_id");
  EXPECT_EQ(check({file, "--boogie-file=" + path("none.bpl")}).status, 2);
}

}  // namespace
}  // namespace launchproof::cli::testing
