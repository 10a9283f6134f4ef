// Tests texts that users type and read: explanations, misspelt names, standard input, colours and progress.
#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kTwoKernels =
    "__kernel void first(__global int *data) { data[get_global_id(0)] = 1; }\n"
    "__kernel void second(__global int *data) { data[0] = get_global_id(0); }\n";

class WordsTest : public ProgramTest {
 protected:
  // Uses this file as standard input.
  std::function<void()> fed(const std::string& name) const {
    return [file = path(name)] {
      const int input = ::open(file.c_str(), O_RDONLY);
      ::dup2(input, STDIN_FILENO);
    };
  }
};

TEST_F(WordsTest, ExplainSaysWhatAWordMeansAndWhatHelps) {
  const Ran cause = run({"explain", "contents-not-recorded"});
  EXPECT_EQ(cause.status, 0);
  expect_holds(cause.out, "contents-not-recorded (cause)");
  expect_holds(cause.out, "What helps: Record the contents with `launchproof run --contents arguments`");
  expect_holds(run({"explain", "possible-defect"}).out, "(verdict)");
  const Ran property = run({"explain", "data-race"});
  expect_holds(property.out, "(property)");
  expect_holds(property.out, "depends on barrier-divergence");
  const Ran option = run({"explain", "--timeout", "-o"});
  expect_holds(option.out, "--timeout SECONDS (option of run, verify, check");
  expect_holds(option.out, "Example: --timeout 60");
  expect_holds(option.out, "-o, --output PATH");
  const Ran all = run({"explain"});
  for (const char* word : {"Verdicts\n", "Properties\n", "Causes\n", "  worker-crash"})
    expect_holds(all.out, word);
}

TEST_F(WordsTest, ExplainCorrectsWhatIsMisspelt) {
  const Ran ran = run({"explain", "contents-not-recoded"});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "did you mean `contents-not-recorded`?");
  expect_holds(run({"explain", "--tiemout"}).err, "did you mean `--timeout`?");
  expect_holds(run({"explain", "bounds"}).err, "did you mean `out-of-bounds`");
  expect_holds(run({"explain", "xyzzy"}).err, "`launchproof explain` lists them");
}

TEST_F(WordsTest, NamesOfKernelsAndParametersAreCorrected) {
  write("two.cl", kTwoKernels);
  const Ran kernel = run({"check", "two.cl", "--kernel", "frist", "--local-size=8", "--num-groups=1"});
  EXPECT_EQ(kernel.status, 2);
  expect_holds(kernel.err, "holds no kernel `frist`; did you mean `first`? its kernels: first, second");
  expect_holds(
      run({"check", "two.cl", "--kernel", "first", "--local-size=8", "--num-groups=1", "--buffer=dat=4"}).err,
      "has no parameter dat; did you mean `data`?");
  expect_holds(run({"equal", "two.cl:frist", "two.cl:first", "--local-size=8", "--num-groups=1"}).err,
               "has no kernel `frist`; did you mean `first`?");
}

TEST_F(WordsTest, AKernelComesFromStandardInput) {
  write("two.cl", kTwoKernels);
  const Ran ran =
      run({"check", "-", "--kernel=second", "--local-size=8x1", "--num-groups=1", "--buffer=data=4k"},
          fed("two.cl"));
  EXPECT_EQ(ran.status, 10) << ran.err;
  expect_holds(ran.out, "<stdin>:2");
  write("empty.cl", "");
  const Ran empty = run({"check", "-", "--local-size=8", "--num-groups=1"}, fed("empty.cl"));
  EXPECT_EQ(empty.status, 2);
  expect_holds(empty.err, "standard input is empty");
}

TEST_F(WordsTest, TheLanguageMayBeStated) {
  write("kernel.txt", "__global__ void set(int *data) { data[threadIdx.x] = 1; }\n");
  const Ran ran = run({"check", "kernel.txt", "-x", "cuda", "--local-size=8", "--num-groups=1"});
  EXPECT_EQ(ran.status, 0) << ran.err << ran.out;
  EXPECT_NE(run({"check", "kernel.txt", "--local-size=8", "--num-groups=1"}).status, 0);
  EXPECT_EQ(
      run({"check", "-", "--language=cuda", "--local-size=8", "--num-groups=1"}, fed("kernel.txt")).status,
      0);
  expect_holds(run({"check", "kernel.txt", "--language=hip"}).err, "`hip` is none of opencl, cuda, ptx");
}

TEST_F(WordsTest, ColoursAreAsTheOptionSays) {
  write("two.cl", kTwoKernels);
  const std::vector<std::string> words{"check", "two.cl", "--local-size=8", "--num-groups=1"};
  const auto with = [&](const std::string& color) {
    std::vector<std::string> all = words;
    all.push_back("--color=" + color);
    return run(all, [] { ::setenv("NO_COLOR", "1", 1); }).out;
  };
  expect_holds(with("always"), "\x1b[");
  EXPECT_EQ(with("never").find("\x1b["), std::string::npos);
  EXPECT_EQ(with("auto").find("\x1b["), std::string::npos);
}

TEST_F(WordsTest, ProgressIsAnObjectALine) {
  write("two.cl", kTwoKernels);
  const Ran ran =
      run({"check", "two.cl", "--local-size=8", "--num-groups=1", "--progress=json", "--no-cache"});
  EXPECT_EQ(ran.status, 10);
  std::istringstream lines(ran.err);
  std::set<std::string> kernels;
  Json last;
  for (std::string line; std::getline(lines, line);) {
    last = Json::parse(line);
    EXPECT_EQ(last.at("schema"), "launchproof.progress/1");
    if (last.at("event") != "class") continue;
    kernels.insert(last.at("kernel").get<std::string>() + " " + last.at("verdict").get<std::string>());
  }
  EXPECT_EQ(kernels, (std::set<std::string>{"first verified", "second defect"}));
  EXPECT_EQ(last.at("event"), "end");
  EXPECT_EQ(last.at("done"), last.at("total"));
  EXPECT_EQ(last.at("interrupted"), false);
  EXPECT_EQ(run({"check", "two.cl", "--local-size=8", "--num-groups=1", "--progress=none", "--ci"}).err, "");
  expect_holds(run({"run", "--progress=json", "--format=json", "./app"}).err, "leave one of them out");
  expect_holds(run({"run", "--progress=json", "-o", "c.lpcap", "--", "/bin/true"}).err,
               R"("event":"recorded","status":0,"launches":0,"classes":0})");
}

}  // namespace
}  // namespace launchproof::cli::testing
