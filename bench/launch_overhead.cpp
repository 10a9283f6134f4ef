// The cost that the shim adds to a launch. Two workers, one with the shim and one without, drive the stub
// driver in turns of a tenth of the work each, so that both see the same machine.
//   launch_overhead                      times, and memory after a million distinct launches
//   launch_overhead --perform KIND N     launches only, for launch_instructions.py to count
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr int kTurns = 10;

struct Task {
  enum class Kind : int { Repeated, Alternating, Distinct, Fresh, End } kind;
  int launches;
};

struct Measured {
  double nanoseconds;  // per launch
  long resident_kib;   // of the worker, afterwards
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "launch_overhead: %s failed\n", what);
  std::exit(1);
}

constexpr int kBuffers = 14;  // of a fresh launch
constexpr int kNumbers = 3;

struct Application {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  int next_value = 0;

  Application() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    std::string text = "__kernel void empty(__global int* a, __global int* b, int n) {}\n__kernel void wide(";
    for (int i = 0; i < kBuffers; ++i) text += "__global int* b" + std::to_string(i) + ", ";
    for (int i = 0; i < kNumbers; ++i) text += (i == 0 ? "int n" : ", int n") + std::to_string(i);
    text += ") {}\n";
    const char* source = text.c_str();
    program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    require(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS, "clBuildProgram");
    kernel = clCreateKernel(program, "empty", nullptr);
    for (cl_uint i = 0; i < 2; ++i) {
      cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
      clSetKernelArg(kernel, i, sizeof(cl_mem), static_cast<void*>(&buffer));
    }
    set(0);
  }

  void set(int value) const { clSetKernelArg(kernel, 2, sizeof value, &value); }

  void launch() const { launch(kernel); }

  void launch(cl_kernel of) const {
    const std::size_t global = 1024, local = 64;
    clEnqueueNDRangeKernel(queue, of, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  }

  // With a kernel object and buffers of its own, as tests of libraries launch.
  void launch_fresh(int value) const {
    std::array<cl_mem, kBuffers> buffers{};
    for (cl_mem& buffer : buffers)
      buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
    cl_kernel wide = clCreateKernel(program, "wide", nullptr);
    cl_uint index = 0;
    for (cl_mem& buffer : buffers) clSetKernelArg(wide, index++, sizeof(cl_mem), static_cast<void*>(&buffer));
    for (int i = 0; i < kNumbers; ++i) clSetKernelArg(wide, index++, sizeof value, &value);
    launch(wide);
    clFinish(queue);
    clReleaseKernel(wide);
    for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
  }

  void perform(const Task& task) {
    for (int i = 0; i < task.launches; ++i) {
      if (task.kind == Task::Kind::Fresh) {
        launch_fresh(++next_value + 1);
        continue;
      }
      if (task.kind == Task::Kind::Alternating) set(i % 2);
      if (task.kind == Task::Kind::Distinct) set(++next_value + 1);
      launch();
    }
  }
};

long resident_kib() {
  long pages = 0;
  FILE* file = std::fopen("/proc/self/statm", "r");
  require(file != nullptr && std::fscanf(file, "%*d %ld", &pages) == 1, "reading /proc/self/statm");
  std::fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

// Processor time, the kernel's included: other processes on the machine do not count.
double used_nanoseconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e9 + static_cast<double>(used.tv_nsec);
}

int work(int from, int to) {
  Application application;
  Task task{};
  while (read(from, &task, sizeof task) == static_cast<ssize_t>(sizeof task) &&
         task.kind != Task::Kind::End) {
    const double begin = used_nanoseconds();
    application.perform(task);
    const Measured measured{(used_nanoseconds() - begin) / task.launches, resident_kib()};
    require(write(to, &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured), "answering");
  }
  return 0;
}

// Callgrind counts what happens in here.
extern "C" __attribute__((noinline)) void launchproof_counted(Application* application, const Task* task) {
  application->perform(*task);
}

int perform_alone(const std::string& kind, int launches) {
  Application application;
  Task task{Task::Kind::Repeated, 100};
  if (kind == "alternating") task.kind = Task::Kind::Alternating;
  if (kind == "distinct") task.kind = Task::Kind::Distinct;
  if (kind == "fresh") task.kind = Task::Kind::Fresh;
  application.perform(task);
  task.launches = launches;
  launchproof_counted(&application, &task);
  return 0;
}

class Worker {
 public:
  explicit Worker(const std::string& capture) {
    std::array<int, 2> down{}, up{};
    require(pipe(down.data()) == 0 && pipe(up.data()) == 0, "pipe");
    d_child = fork();
    if (d_child == 0) {
      setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1);
      if (!capture.empty()) {
        setenv("LAUNCHPROOF_CAPTURE", capture.c_str(), 1);
        setenv("OPENCL_LAYERS", LAUNCHPROOF_SHIM, 1);
      }
      execl("/proc/self/exe", "launch_overhead", "--worker", std::to_string(down[0]).c_str(),
            std::to_string(up[1]).c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    d_to = down[1];
    d_from = up[0];
  }

  Measured perform(const Task& task) const {
    Measured measured{};
    require(write(d_to, &task, sizeof task) == static_cast<ssize_t>(sizeof task), "asking a worker");
    require(read(d_from, &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured), "a worker");
    return measured;
  }

  void end() const {
    const Task task{Task::Kind::End, 0};
    require(write(d_to, &task, sizeof task) == static_cast<ssize_t>(sizeof task), "ending a worker");
    waitpid(d_child, nullptr, 0);
  }

 private:
  pid_t d_child = -1;
  int d_to = -1, d_from = -1;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Prints one line and gives the difference in nanoseconds.
double compare(const char* name, const Worker& plain, const Worker& shimmed, Task::Kind kind, int launches) {
  const Task task{kind, launches / kTurns};
  std::vector<double> without, with;
  long first = 0, last = 0;
  plain.perform({kind, 1000});
  first = shimmed.perform({kind, 1000}).resident_kib;
  for (int i = 0; i < kTurns; ++i) {
    without.push_back(plain.perform(task).nanoseconds);
    const Measured measured = shimmed.perform(task);
    with.push_back(measured.nanoseconds);
    last = measured.resident_kib;
  }
  const double a = median(without), b = median(with);
  std::printf("%-12s %9d %12.1f %12.1f %12.1f %8.2f %12ld\n", name, launches, a, b, b - a, b / a,
              last - first);
  return b - a;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && argv[1] == std::string("--perform")) return perform_alone(argv[2], std::atoi(argv[3]));
  if (argc == 4) return work(std::atoi(argv[2]), std::atoi(argv[3]));
  std::string folder = (std::filesystem::temp_directory_path() / "launchproof-bench-XXXXXX").string();
  require(mkdtemp(folder.data()) != nullptr, "mkdtemp");
  const Worker plain("");
  const Worker shimmed(folder + "/run.lpcap");
  std::printf("%-12s %9s %12s %12s %12s %8s %12s\n", "launches", "number", "without/ns", "with/ns",
              "added/ns", "ratio", "growth/KiB");
  const double repeated = compare("repeated", plain, shimmed, Task::Kind::Repeated, 1'000'000);
  const double alternating = compare("alternating", plain, shimmed, Task::Kind::Alternating, 1'000'000);
  const double distinct = compare("distinct", plain, shimmed, Task::Kind::Distinct, 20'000);
  const double fresh = compare("fresh", plain, shimmed, Task::Kind::Fresh, 20'000);
  constexpr int kMany = 1'000'000;
  const long before = shimmed.perform({Task::Kind::Repeated, 1}).resident_kib;
  const long grown = shimmed.perform({Task::Kind::Distinct, kMany}).resident_kib - before;
  std::printf(
      "memory after %d more distinct launches: %ld KiB more, of which %d KiB are the capture's counters\n",
      kMany, grown, kMany * 8 / 1024);
  plain.end();
  shimmed.end();
  std::filesystem::remove_all(folder);
  const bool held =
      repeated < 1000 && alternating < 1000 && distinct < 20000 && fresh < 60000 && grown < 16L * 1024;
  std::printf(
      "limits: repeated and alternating under 1000 ns added, distinct under 20000 ns, fresh under 60000 ns, "
      "memory under 16 MiB: "
      "%s\n",
      held ? "held" : "NOT held");
  return held ? 0 : 1;
}
