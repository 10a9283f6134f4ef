// The cost that the shim adds to launches of eight threads at once, each with a kernel and a queue of its
// own, and to launches of one thread. Workers with and without the shim drive the stub driver in turns. A
// lock that threads queue up for shows in processor time, and in how often a thread gives its processor away,
// whatever else the machine does.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 8;
constexpr int kTurns = 10;
constexpr int kLaunches = 20'000;  // of one thread in one turn

struct Measured {
  double nanoseconds = 0;  // of processor time, for a launch
  double waits = 0;        // how often a processor was given away, for a thousand launches
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "launch_threads: %s failed\n", what);
  std::exit(1);
}

struct Lane {
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;

  void launch() const {
    const std::size_t global = 1024, local = 64;
    for (int i = 0; i < kLaunches; ++i)
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  }
};

std::vector<Lane> make_lanes() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS, "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const char* source = "__kernel void empty(__global int* a, int n) {}\n";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  require(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS, "clBuildProgram");
  std::vector<Lane> lanes(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    lanes[i].queue = clCreateCommandQueue(context, device, 0, nullptr);
    lanes[i].kernel = clCreateKernel(program, "empty", nullptr);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
    clSetKernelArg(lanes[i].kernel, 0, sizeof(cl_mem), static_cast<void*>(&buffer));
    clSetKernelArg(lanes[i].kernel, 1, sizeof i, &i);
  }
  return lanes;
}

double used_nanoseconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e9 + static_cast<double>(used.tv_nsec);
}

long waits() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw;
}

Measured perform(const std::vector<Lane>& lanes, int threads) {
  const double begin = used_nanoseconds();
  const long waited = waits();
  std::vector<std::thread> running;
  running.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) running.emplace_back([&lane = lanes[i]] { lane.launch(); });
  for (std::thread& thread : running) thread.join();
  const double launches = static_cast<double>(threads) * kLaunches;
  return {(used_nanoseconds() - begin) / launches, static_cast<double>(waits() - waited) * 1000 / launches};
}

int work(int from, int to) {
  const std::vector<Lane> lanes = make_lanes();
  int threads = 0;
  while (read(from, &threads, sizeof threads) == static_cast<ssize_t>(sizeof threads) && threads != 0) {
    const Measured measured = perform(lanes, threads);
    require(write(to, &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured), "answering");
  }
  return 0;
}

class Worker {
 public:
  explicit Worker(const std::string& capture) {
    std::array<int, 2> down{}, up{};
    require(pipe(down.data()) == 0 && pipe(up.data()) == 0, "pipe");
    if (fork() == 0) {
      setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1);
      if (!capture.empty()) {
        setenv("LAUNCHPROOF_CAPTURE", capture.c_str(), 1);
        setenv("OPENCL_LAYERS", LAUNCHPROOF_SHIM, 1);
      }
      execl("/proc/self/exe", "launch_threads", std::to_string(down[0]).c_str(),
            std::to_string(up[1]).c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    d_to = down[1];
    d_from = up[0];
  }

  Measured perform(int threads) const {
    Measured measured{};
    require(write(d_to, &threads, sizeof threads) == static_cast<ssize_t>(sizeof threads), "asking a worker");
    require(read(d_from, &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured), "a worker");
    return measured;
  }

  void end() const {
    const int none = 0;
    require(write(d_to, &none, sizeof none) == static_cast<ssize_t>(sizeof none), "ending a worker");
    wait(nullptr);
  }

 private:
  int d_to = -1, d_from = -1;
};

Measured median(std::vector<Measured> all) {
  Measured result;
  std::ranges::sort(all, {}, &Measured::nanoseconds);
  result.nanoseconds = all[all.size() / 2].nanoseconds;
  std::ranges::sort(all, {}, &Measured::waits);
  result.waits = all[all.size() / 2].waits;
  return result;
}

// Prints one line; gives what is added to a launch, and how often it waits.
Measured compare(const Worker& plain, const Worker& shimmed, int threads) {
  std::vector<Measured> without, with;
  plain.perform(threads);
  shimmed.perform(threads);
  for (int i = 0; i < kTurns; ++i) {
    without.push_back(plain.perform(threads));
    with.push_back(shimmed.perform(threads));
  }
  const Measured a = median(without), b = median(with);
  std::printf("%7d %12.1f %12.1f %12.1f %14.2f %14.2f\n", threads, a.nanoseconds, b.nanoseconds,
              b.nanoseconds - a.nanoseconds, a.waits, b.waits);
  return {b.nanoseconds - a.nanoseconds, b.waits};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) return work(std::atoi(argv[1]), std::atoi(argv[2]));
  std::string folder = (std::filesystem::temp_directory_path() / "launchproof-bench-XXXXXX").string();
  require(mkdtemp(folder.data()) != nullptr, "mkdtemp");
  const Worker plain("");
  const Worker shimmed(folder + "/run.lpcap");
  std::printf("%7s %12s %12s %12s %14s %14s\n", "threads", "without/ns", "with/ns", "added/ns",
              "waits without", "waits with");
  const Measured one = compare(plain, shimmed, 1);
  const Measured eight = compare(plain, shimmed, kThreads);
  plain.end();
  shimmed.end();
  std::filesystem::remove_all(folder);
  const double growth = eight.nanoseconds / one.nanoseconds;
  const bool held = growth < 2 && eight.waits < 10;
  std::printf("added by eight threads: %.2f times what one adds, %.2f waits in 1000 launches\n", growth,
              eight.waits);
  std::printf("limits: under 2 times, and under 10 waits in 1000 launches: %s\n", held ? "held" : "NOT held");
  return held ? 0 : 1;
}
