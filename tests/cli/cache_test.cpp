// Tests the result cache through the command line.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "capture/writing/writer.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kRace =
    R"(__kernel void k(__global int *a) { a[get_global_id(0) / 2] = get_global_id(0); }
)";
constexpr const char* kSafeCached = R"(__kernel void k(__global int *a, int n) {
  if (get_global_id(0) < n) a[get_global_id(0)] = n;
}
)";

// Returns whether the name has two hexadecimal digits, such as "0f", as the folders of entries do.
std::string bucket_name(int number) {
  constexpr const char* kDigits = "0123456789abcdef";
  return {kDigits[number / 16], kDigits[number % 16]};
}

struct Recorded {
  std::uint64_t items = 64;
  std::int32_t n = 0;
};

class Cache : public ProgramTest {
 protected:
  // Returns the results of a command that uses the cache `folder`, and stores its exit status in `status`.
  OrderedJson results(std::vector<std::string> words, const std::string& folder = "cache",
                      const std::function<void()>& prepare = {}) {
    words.insert(words.end(), {"--format", "json", "--cache", path(folder)});
    d_ran = run(words, prepare);
    const OrderedJson json = OrderedJson::parse(d_ran.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << d_ran.out << d_ran.err;
    return json;
  }
  OrderedJson check(const std::string& file, std::vector<std::string> more = {},
                    const std::string& folder = "cache") {
    std::vector<std::string> words{"check", file, "--local-size", "8", "--num-groups", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return results(words, folder);
  }

  static std::uint64_t cached(const OrderedJson& json) {
    std::uint64_t classes = 0;
    for (const OrderedJson& one : json.at("results"))
      if (one.at("cached").get<bool>()) classes += one.at("classes").get<std::uint64_t>();
    return classes;
  }
  static bool all_cached(const OrderedJson& json) {
    return !json.at("results").empty() && std::ranges::all_of(json.at("results"), [](const OrderedJson& one) {
      return one.at("cached").get<bool>();
    });
  }
  // Removes the members that only say when and how the results were obtained.
  static OrderedJson lasting(OrderedJson json, bool with_time = false) {
    json.erase("digest");
    for (OrderedJson& one : json.at("results")) {
      one.erase("cached");
      if (!with_time) one.erase("seconds");
    }
    return json;
  }

  std::vector<fs::path> entries(const std::string& kind, const std::string& folder = "cache") const {
    std::vector<fs::path> all;
    if (!exists(folder)) return all;
    for (const auto& one : fs::recursive_directory_iterator(path(folder)))
      if (one.is_regular_file() && one.path().string().find("/" + kind + "/") != std::string::npos)
        all.push_back(one.path());
    return all;
  }

  // Returns a capture with one launch of kSafeCached for each given value.
  void record_launches(const std::string& name, const std::vector<Recorded>& launches) const {
    const pid_t child = ::fork();
    if (child == 0) {
      auto* writer = new capture::Writer(path(name).c_str(), capture::describe_process());
      const std::string text = kSafeCached;
      capture::Device device;
      device.name = "a device";
      device.opencl_c_version = "OpenCL C 1.2 ";
      device.address_bits = 64;
      capture::Program program;
      program.sources = {{"", writer->add_blob(text.data(), text.size())}};
      program.devices = {writer->add_device(device)};
      capture::Launch launch;
      launch.kernel = "k";
      launch.program = writer->add_program(program);
      launch.device = program.devices[0];
      for (const Recorded& one : launches) {
        launch.global_size = {one.items, 1, 1};
        launch.local_size = capture::Size3{8, 1, 1};
        const capture::ObjectId object = writer->new_object_id();
        std::vector<std::uint8_t> bytes(sizeof one.n);
        std::copy_n(reinterpret_cast<const std::uint8_t*>(&one.n), bytes.size(), bytes.begin());
        launch.arguments = {{"a", "int*", capture::BufferArgument{object, object, 0, 4 * one.items, 0}},
                            {"n", "int", capture::ValueArgument{bytes}}};
        writer->add_launch(launch);
      }
      writer->mark_ending(capture::Ending::Left);
      ::_exit(writer->recording() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }

  Ran d_ran;
};

TEST_F(Cache, GivesTheSameResultsAgain) {
  for (const char* source : {kRace, kSafeCached}) {
    const std::string file = write("k.cl", source);
    const OrderedJson first = check(file, {"--buffer", "a=64"});
    const int status = d_ran.status;
    EXPECT_EQ(cached(first), 0) << source;
    const OrderedJson second = check(file, {"--buffer", "a=64"});
    EXPECT_TRUE(all_cached(second)) << source;
    EXPECT_EQ(d_ran.status, status);
    EXPECT_EQ(lasting(first, true), lasting(second, true));
  }
}

TEST_F(Cache, SaysHowManyClassesCameFromIt) {
  const std::string file = write("k.cl", kSafeCached);
  const std::vector<std::string> words{"check",        file, "--local-size", "8",
                                       "--num-groups", "2",  "--cache",      path("c")};
  EXPECT_EQ(run(words).out.find("from the result cache"), std::string::npos);
  EXPECT_NE(run(words).out.find("1 of 1 launch class from the result cache"), std::string::npos);
}

TEST_F(Cache, ShowsFindingsWithTheCommandsOfThisRun) {
  const std::string file = write("k.cl", kRace);
  check(file);
  const OrderedJson json = check(file, {"--timeout", "9"});
  ASSERT_TRUE(all_cached(json));
  const OrderedJson& result = json.at("results").at(0);
  EXPECT_NE(result.at("repro").get<std::string>().find("--timeout 9"), std::string::npos);
  EXPECT_NE(result.at("findings").at(0).at("repro").get<std::string>().find("--timeout 9"),
            std::string::npos);
  EXPECT_NE(result.at("findings").at(0).at("export_repro").get<std::string>().find("--timeout 9"),
            std::string::npos);
}

TEST_F(Cache, KnowsAnEditedKernel) {
  const std::string file = write("k.cl", kSafeCached);
  EXPECT_EQ(check(file, {"--buffer", "a=64"}).at("results").at(0).at("verdict"), "verified");
  write("k.cl", kRace);
  const OrderedJson json = check(file, {"--buffer", "a=64"});
  EXPECT_EQ(cached(json), 0);
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "defect");
}

TEST_F(Cache, KnowsOtherOptionsAndValues) {
  const std::string file =
      write("k.cl", R"(__kernel void k(__global int *a, int n) { a[get_global_id(0) + n] = N; }
)");
  const std::vector<std::string> common{"--buffer", "a=64", "-D", "N=1", "--arg", "n=0"};
  check(file, common);
  EXPECT_TRUE(all_cached(check(file, common)));
  const std::vector<std::vector<std::string>> others{
      {"--arg", "n=1", "--buffer", "a=64", "-D", "N=1"},
      {"--arg", "n=0", "--buffer", "a=60", "-D", "N=1"},
      {"--arg", "n=0", "--buffer", "a=64", "-D", "N=2"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--strict"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--no-replay"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--warp-sync", "4"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--barrier-rule", "cuda"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--assumptions", "read"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--only-divergence"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--address-bits", "32"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--no-annotations"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--invariants-as-candidates"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--global-offset", "1"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--contents", "a=zero"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--contents", "a=int32,min:0"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--contents", "a=int32,min:1"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--solver", "z3:int"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--cross-check", "1:z3"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--engine", "two-thread"},
      {"--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--engine", "portfolio"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--omit-rule", "loopBound"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--only-rule", "loopBound"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0",
       "--adversarial-abstraction"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--adversarial-array", "a"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--modular"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--k-induction-depth", "2"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--race-instrumenter",
       "original"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--omit-optimisation",
       "uniformity"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--refute", "seq:DYN"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--refute", "par:DYN"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--no-replay",
       "--find-bugs"},
      {"--engine", "two-thread", "--buffer", "a=64", "-D", "N=1", "--arg", "n=0", "--no-replay",
       "--find-bugs", "--loop-unwind", "3"},
  };
  for (const std::vector<std::string>& other : others) {
    const std::string words = other.at(other.size() - 2) + " " + other.back();
    EXPECT_EQ(cached(check(file, other)), 0) << words;
    EXPECT_TRUE(all_cached(check(file, other))) << words;
  }
  EXPECT_TRUE(all_cached(check(file, common)));
}

TEST_F(Cache, KnowsAnEditedHeader) {
  write("n.h", "#define N 0\n");
  const std::string file = write(
      "k.cl",
      "#include <n.h>\n__kernel void k(__global int *a) { a[get_global_id(0) * N] = get_global_id(0); }\n");
  const std::vector<std::string> options{"--build-options", "-I " + path("first") + " -I " + path("."),
                                         "--buffer", "a=64"};
  fs::create_directory(path("first"));
  EXPECT_EQ(check(file, options).at("results").at(0).at("verdict"), "defect");
  EXPECT_TRUE(all_cached(check(file, options)));
  write("n.h", "#define N 1\n");
  const OrderedJson edited = check(file, options);
  EXPECT_EQ(cached(edited), 0);
  EXPECT_EQ(edited.at("results").at(0).at("verdict"), "verified");
  // Another file with this name comes earlier in the search path.
  write("first/n.h", "#define N 0\n");
  const OrderedJson before = check(file, options);
  EXPECT_EQ(cached(before), 0);
  EXPECT_EQ(before.at("results").at(0).at("verdict"), "defect");
  // The original state is restored, so the earlier result holds again.
  fs::remove(path("first/n.h"));
  const OrderedJson again = check(file, options);
  EXPECT_TRUE(all_cached(again));
  EXPECT_EQ(again.at("results").at(0).at("verdict"), "verified");
}

TEST_F(Cache, KnowsOtherContents) {
  const std::string file = write("k.cl",
                                 "__kernel void k(__global int *a, __global const int *idx) { "
                                 "a[idx[get_global_id(0)]] = get_global_id(0); }\n");
  const auto with = [&](const std::string& digits) {
    return results({"check", file, "--local-size", "2", "--num-groups", "1", "--buffer", "a=64", "--contents",
                    "idx=bytes:" + digits});
  };
  EXPECT_EQ(with("0000000001000000").at("results").at(0).at("verdict"), "verified");
  EXPECT_TRUE(all_cached(with("0000000001000000")));
  const OrderedJson other = with("0100000001000000");
  EXPECT_EQ(cached(other), 0);
  EXPECT_EQ(other.at("results").at(0).at("verdict"), "defect");
}

TEST_F(Cache, TakesNoProgramThatTellsTheTime) {
  const std::string file =
      write("k.cl", "__kernel void k(__global int *a) { a[get_global_id(0)] = sizeof(__TIME__); }\n");
  check(file);
  EXPECT_EQ(cached(check(file)), 0);
}

TEST_F(Cache, HoldsTheKernelsOfAFile) {
  const std::string file =
      write("k.cl", std::string(kSafeCached) + "__kernel void other(__global int *b) { b[0] = 1; }\n");
  const OrderedJson first = check(file);
  ASSERT_EQ(first.at("results").size(), 2U);
  const OrderedJson second = check(file);
  EXPECT_EQ(cached(second), 2);
  EXPECT_EQ(lasting(first), lasting(second));
}

TEST_F(Cache, HoldsSizesThatAreLeftOpen) {
  const std::string file = write("k.cl", kRace);
  const std::vector<std::string> words{"check", file, "--local-size", "*", "--num-groups", "*"};
  const OrderedJson first = results(words);
  EXPECT_EQ(cached(first), 0);
  const OrderedJson second = results(words);
  EXPECT_TRUE(all_cached(second));
  EXPECT_EQ(lasting(first), lasting(second));
}

// Only results that another run would also obtain are kept.
TEST_F(Cache, KeepsNothingThatTimeCutShort) {
  const std::string hard = write("hard.cl", R"(__kernel void k(__global uint *a, uint x, uint y) {
  uint i = get_global_id(0);
  if (x * x * x + y * y * y == 7 * i + 3 && x > 1000) a[(x * y + i) % 977] = i;
}
)");
  // A solver that prints its name and does nothing else.
  const std::string stuck = write_script(
      "stuck", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo version 1; exit; fi\nexec sleep 60\n");
  for (int round = 0; round < 2; ++round) {
    const OrderedJson json =
        check(hard, {"--buffer", "a=64", "--solver", stuck, "--timeout", "0.3", "--no-replay"});
    EXPECT_EQ(json.at("results").at(0).at("verdict"), "unknown");
    EXPECT_EQ(cached(json), 0);
  }
  EXPECT_TRUE(entries("classes").empty());
}

// A solver that does not report its version may be a different one next time.
TEST_F(Cache, TellsSolversByTheirVersion) {
  const std::string file = write("k.cl", kSafeCached);
  const auto solver = [&](const std::string& version) {
    return write_script("solver", "#!/bin/sh\n" + version + "\nexec cat\n");
  };
  const auto twice = [&](const std::string& version) {
    const std::string program = solver(version);
    check(file, {"--buffer", "a=64", "--solver", program});
    return cached(check(file, {"--buffer", "a=64", "--solver", program}));
  };
  EXPECT_EQ(twice("[ \"$1\" = --version ] && echo version 1 && exit"), 1);
  EXPECT_EQ(cached(check(file, {"--buffer", "a=64", "--solver",
                                solver("[ \"$1\" = --version ] && echo version 2 && exit")})),
            0);
  EXPECT_EQ(twice("[ \"$1\" = --version ] && exit"), 0);
}

// A property that stayed open within a budget may be decided within a larger budget. A decided property is
// decided within any budget.
TEST_F(Cache, AsksAgainWithALargerBudget) {
  const std::string open = write("open.cl",
                                 "__kernel void k(__global int *a) { "
                                 "a[native_sin((float)get_global_id(0)) > 0.5f] = get_global_id(0); }\n");
  EXPECT_EQ(check(open, {"--timeout", "80"}).at("results").at(0).at("verdict"), "possible-defect");
  EXPECT_TRUE(all_cached(check(open, {"--timeout", "80"})));
  EXPECT_TRUE(all_cached(check(open, {"--timeout", "50"})));
  EXPECT_EQ(cached(check(open, {"--timeout", "90"})), 0);
  EXPECT_TRUE(all_cached(check(open, {"--timeout", "90"})));
  EXPECT_EQ(cached(check(open, {"--timeout", "90", "--memory", "2048"})), 0);
  const std::string decided = write("decided.cl", kSafeCached);
  check(decided, {"--timeout", "80"});
  EXPECT_TRUE(all_cached(check(decided, {"--timeout", "200", "--memory", "2048"})));
}

TEST_F(Cache, KeepsNoErrors) {
  const std::string file = write("k.cl", "__kernel void k(__global int *a) { a[0] = no; }\n");
  check(file);
  EXPECT_EQ(cached(check(file)), 0);
  EXPECT_EQ(d_ran.status, 2);
}

TEST_F(Cache, MakesDamagedEntriesAnew) {
  const std::string file = write("k.cl", kSafeCached);
  const OrderedJson first = check(file, {"--buffer", "a=64"});
  const auto damage = [&](const std::function<void(const fs::path&)>& how, const char* what) {
    const std::vector<fs::path> kept = entries("classes");
    ASSERT_EQ(kept.size(), 1U);
    how(kept.front());
    const OrderedJson again = check(file, {"--buffer", "a=64"});
    EXPECT_EQ(cached(again), 0) << what;
    EXPECT_EQ(lasting(first).at("results"), lasting(again).at("results")) << what;
    ASSERT_EQ(again.at("notes").size(), 1U) << what << again;
    EXPECT_NE(again.at("notes").at(0).get<std::string>().find("damaged or was edited"), std::string::npos)
        << what;
    EXPECT_TRUE(all_cached(check(file, {"--buffer", "a=64"}))) << what;
  };
  damage([](const fs::path& one) { fs::resize_file(one, fs::file_size(one) - 1); }, "cut");
  damage([](const fs::path& one) { fs::resize_file(one, 0); }, "empty");
  damage([](const fs::path& one) { fs::resize_file(one, fs::file_size(one) + 3); }, "longer");
  damage(
      [](const fs::path& one) {
        std::stringstream text;
        text << std::ifstream(one).rdbuf();
        std::string edited = text.str();
        edited.replace(edited.find("\"verified"), 9, "\"unknown ");
        std::ofstream(one) << edited;
      },
      "edited");
}

// The entry is complete, but answers a different question.
TEST_F(Cache, TakesNoEntryUnderAnotherName) {
  check(write("safe.cl", kSafeCached), {"--buffer", "a=64"});
  const std::vector<fs::path> safe = entries("classes");
  ASSERT_EQ(safe.size(), 1U);
  const std::string file = write("race.cl", kRace);
  check(file, {"--buffer", "a=64"});
  for (const fs::path& one : entries("classes"))
    if (one != safe.front()) fs::copy_file(safe.front(), one, fs::copy_options::overwrite_existing);
  const OrderedJson json = check(file, {"--buffer", "a=64"});
  EXPECT_EQ(cached(json), 0);
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "defect");
}

TEST_F(Cache, HoldsClassesThatWereProvedTogether) {
  std::vector<Recorded> launches;
  for (std::int32_t n = 1; n <= 12; ++n) launches.push_back({64, n});
  record_launches("a.lpcap", launches);
  const OrderedJson first = results({"verify", path("a.lpcap")});
  ASSERT_LT(first.at("results").size(), launches.size()) << "nothing was proved together";
  const OrderedJson second = results({"verify", path("a.lpcap")});
  EXPECT_EQ(cached(second), launches.size());
  EXPECT_EQ(lasting(first, true), lasting(second, true));
  // If one of these files changes, the other entries and their verdicts remain.
  launches[3].n = 40;
  launches.erase(launches.begin() + 7);
  record_launches("b.lpcap", launches);
  const OrderedJson third = results({"verify", path("b.lpcap")});
  EXPECT_EQ(cached(third), launches.size() - 1);
  std::uint64_t classes = 0, counted = 0;
  for (const OrderedJson& one : third.at("results")) {
    EXPECT_EQ(one.at("verdict"), "verified");
    classes += one.at("classes").get<std::uint64_t>();
    counted += one.at("launches").get<std::uint64_t>();
  }
  EXPECT_EQ(classes, launches.size());
  EXPECT_EQ(counted, launches.size());
  EXPECT_TRUE(all_cached(results({"verify", path("b.lpcap")})));
  // Apart is another question.
  EXPECT_EQ(cached(results({"verify", path("a.lpcap"), "--merge", "off"})), 0);
}

TEST_F(Cache, IsSwitchedOff) {
  const std::string file = write("k.cl", kSafeCached);
  const std::vector<std::string> words{"check", file, "--local-size", "8", "--num-groups", "2"};
  run(words);  // LAUNCHPROOF_CACHE=off
  EXPECT_FALSE(exists("home"));
  const auto at_home = [&] {
    ::unsetenv("LAUNCHPROOF_CACHE");
    ::unsetenv("XDG_CACHE_HOME");
    ::setenv("HOME", path("home").c_str(), 1);
  };
  run(words, at_home);  // a home that is not there
  EXPECT_FALSE(exists("home"));
  fs::create_directory(path("home"));
  std::vector<std::string> without = words;
  without.emplace_back("--no-cache");
  run(without, at_home);
  EXPECT_FALSE(exists("home/.cache"));
  run(words, at_home);
  EXPECT_TRUE(exists("home/.cache/launchproof/results/classes"));
  EXPECT_EQ(fs::status(path("home/.cache/launchproof/results")).permissions(), fs::perms::owner_all);
  EXPECT_NE(run(words, at_home).out.find("from the result cache"), std::string::npos);
  EXPECT_EQ(run(without, at_home).out.find("from the result cache"), std::string::npos);
  run(words, [&] { ::setenv("LAUNCHPROOF_CACHE", path("named").c_str(), 1); });
  EXPECT_TRUE(exists("named/classes"));
  EXPECT_EQ(run({"check", file, "--cache", path("c"), "--no-cache"}).status, 2);
}

// Simulates a full disk with a file in place of the folder and with a limit on file size. Both also stop the
// superuser from writing.
TEST_F(Cache, GoesOnWithoutAFolderThatCanBeWritten) {
  const std::string file = write("k.cl", kRace);
  const OrderedJson plain = check(file);
  write("taken", "no folder");
  const OrderedJson taken = check(file, {}, "taken");
  EXPECT_EQ(d_ran.status, 10);
  EXPECT_EQ(lasting(plain).at("results"), lasting(taken).at("results"));
  ASSERT_FALSE(taken.at("notes").empty());
  EXPECT_NE(taken.at("notes").back().get<std::string>().find("cannot be written"), std::string::npos)
      << taken;

  const auto full = [] {
    const rlimit limit{512, 512};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  // The command is quiet because standard output is a file here, to which the limit would apply too.
  const Ran ran =
      run({"check", file, "--local-size", "8", "--num-groups", "2", "--cache", path("full"), "-q"}, full);
  EXPECT_EQ(ran.status, 10) << ran.err;
  EXPECT_TRUE(entries("classes", "full").empty());
  for (const auto& one : fs::recursive_directory_iterator(path("full")))
    EXPECT_TRUE(one.is_directory() || one.file_size() == 0) << one;
}

TEST_F(Cache, GoesOnWithAReadOnlyFolder) {
  const std::string file = write("k.cl", kSafeCached);
  check(file, {"--buffer", "a=64"});
  // A file cannot become a folder: nothing new can be stored, and existing entries are used.
  for (const char* kind : {"classes", "programs"}) {
    const fs::path folder = path("cache/" + std::string(kind));
    for (int i = 0; i < 256; ++i) {
      const fs::path bucket = folder / bucket_name(i);
      if (!fs::exists(bucket)) std::ofstream(bucket) << "";
    }
  }
  EXPECT_TRUE(all_cached(check(file, {"--buffer", "a=64"})));
  // A new entry may fall into the one bucket of 256 that exists.
  std::size_t notes = 0;
  for (const char* size : {"a=60", "a=56", "a=52"}) {
    const OrderedJson other = check(file, {"--buffer", size});
    EXPECT_EQ(cached(other), 0);
    EXPECT_LE(other.at("notes").size(), 1U) << other;
    notes += other.at("notes").size();
  }
  EXPECT_GE(notes, 2U);
}

// Eight writers run at once, and some of them are killed: every answer is right, and every remaining entry is
// complete.
TEST_F(Cache, StandsEightWritersAndKills) {
  std::vector<Recorded> launches;
  for (std::int32_t n = 1; n <= 10; ++n) launches.push_back({64 + 8 * static_cast<std::uint64_t>(n), 3 * n});
  record_launches("a.lpcap", launches);
  const auto verify = [&](const std::string& output, const std::string& folder) {
    return std::vector<std::string>{"verify",     path("a.lpcap"), "--merge",   "off", "--jobs",
                                    "1",          "--assumptions", "read",      "-q",  "-o",
                                    path(output), "--cache",       path(folder)};
  };
  run(verify("plain", "other"));
  const OrderedJson plain = OrderedJson::parse(read("plain/results.json"));
  std::mt19937 random(1);
  for (int round = 0; round < 3; ++round) {
    std::vector<pid_t> writers;
    for (int i = 0; i < 8; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        const std::vector<std::string> words =
            verify("out" + std::to_string(round) + std::to_string(i), "shared");
        std::vector<char*> argv{const_cast<char*>(LAUNCHPROOF_PROGRAM)};
        for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        ::execv(argv[0], argv.data());
        ::_exit(126);
      }
      writers.push_back(child);
    }
    for (int i = 0; i < 8; i += 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
      ::kill(writers[i], SIGKILL);
    }
    for (int i = 0; i < 8; ++i) {
      int status = 0;
      ::waitpid(writers[i], &status, 0);
      if (i % 2 == 0) continue;
      EXPECT_EQ(status, 0);
      const OrderedJson json =
          OrderedJson::parse(read("out" + std::to_string(round) + std::to_string(i) + "/results.json"));
      EXPECT_TRUE(json.at("notes").empty()) << json.at("notes");
      OrderedJson expected = lasting(plain).at("results"), found = lasting(json).at("results");
      for (OrderedJson* one : {&expected, &found})
        for (OrderedJson& result : *one)
          result = {result.at("verdict"), result.at("launch"), result.at("facts")};
      EXPECT_EQ(expected, found);
    }
  }
  const Ran stats = run({"cache", "stats", "--cache", path("shared"), "--format", "json"});
  EXPECT_EQ(stats.status, 0) << stats.err;
  const OrderedJson figures = OrderedJson::parse(stats.out);
  EXPECT_EQ(figures.at("classes"), launches.size());
  EXPECT_EQ(figures.at("verdicts"), (OrderedJson{{"verified", launches.size()}}));
  EXPECT_TRUE(
      all_cached(results({"verify", path("a.lpcap"), "--merge", "off", "--assumptions", "read"}, "shared")));
}

TEST_F(Cache, IsCountedAndCollected) {
  const Ran empty = run({"cache", "stats", "--cache", path("cache")});
  EXPECT_EQ(empty.status, 0) << empty.err;
  EXPECT_NE(empty.out.find("classes   0"), std::string::npos) << empty.out;
  check(write("safe.cl", kSafeCached), {"--buffer", "a=64"});
  check(write("race.cl", kRace), {"--buffer", "a=64"});
  const OrderedJson json = results({"cache", "stats"});
  EXPECT_EQ(json.at("schema"), "launchproof.cache-stats/1");
  EXPECT_EQ(json.at("folder"), path("cache"));
  EXPECT_EQ(json.at("classes"), 2);
  EXPECT_EQ(json.at("programs"), 2);
  EXPECT_EQ(json.at("verdicts"), (OrderedJson{{"defect", 1}, {"verified", 1}}));
  std::ofstream(entries("classes").front().parent_path() / ".new-0123") << "cut";
  EXPECT_EQ(results({"cache", "stats"}).at("unfinished"), 1);
  const auto gc = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"cache", "gc", "--cache", path("cache")});
    return run(words);
  };
  EXPECT_EQ(gc({"--older-than", "1"}).status, 0);
  EXPECT_EQ(entries("classes").size(), 3U);  // too young, the unfinished one too
  for (const fs::path& one : entries("classes"))
    fs::last_write_time(one, fs::file_time_type::clock::now() - std::chrono::hours(30));
  EXPECT_EQ(gc({"--older-than", "2"}).status, 0);
  EXPECT_EQ(entries("classes").size(), 2U);
  EXPECT_EQ(gc({"--older-than", "1"}).status, 0);
  EXPECT_TRUE(entries("classes").empty());
  EXPECT_EQ(entries("programs").size(), 2U);
  EXPECT_EQ(gc({"--max-size", "0"}).status, 0);
  EXPECT_TRUE(entries("programs").empty());
  EXPECT_EQ(gc({"--max-size", "much"}).status, 2);
  EXPECT_EQ(gc({"--older-than", "-1"}).status, 2);
  EXPECT_EQ(run({"cache", "gc", "now", "--cache", path("cache")}).status, 2);
  EXPECT_EQ(run({"cache", "stats"}).status, 2);  // LAUNCHPROOF_CACHE=off
}

}  // namespace
}  // namespace launchproof::cli::testing
