#include "cli/replay/cuda_repro.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/ptx/grid_barriers.h"
#include "verify/frontend/ptx/parameter_places.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::cli {
namespace {

namespace ptx = frontend::ptx;

// The parts of the host program that are the same for every launch. It looks up the driver's library at run
// time, so that no toolkit is needed to compile it.
constexpr const char* kHelpers = R"(#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long CUdeviceptr;

static int (*cuInit)(unsigned);
static int (*cuDeviceGet)(int *, int);
static int (*cuCtxCreate)(void **, unsigned, int);
static int (*cuCtxSynchronize)(void);
static int (*cuModuleLoadData)(void **, const void *);
static int (*cuModuleGetFunction)(void **, void *, const char *);
static int (*cuFuncSetAttribute)(void *, int, int);
static int (*cuMemAlloc)(CUdeviceptr *, size_t);
static int (*cuMemcpyHtoD)(CUdeviceptr, const void *, size_t);
static int (*cuLaunchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
                             void **, void **);
static int (*cuLaunchCooperativeKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                        void *, void **);
static int (*cuGetErrorString)(int, const char **);

static void check(int result, const char *what) {
  const char *text = "";
  if (result == 0) return;
  cuGetErrorString(result, &text);
  fprintf(stderr, "%s failed: %s (%d)\n", what, text, result);
  exit(1);
}

static void find(void *library, void *function, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "libcuda.so.1 has no %s\n", name);
    exit(1);
  }
  memcpy(function, &found, sizeof found);
}

static void find_driver(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "%s; without NVIDIA's driver run it with launchproof run\n", dlerror());
    exit(1);
  }
  find(library, &cuInit, "cuInit");
  find(library, &cuDeviceGet, "cuDeviceGet");
  find(library, &cuCtxCreate, "cuCtxCreate_v2");
  find(library, &cuCtxSynchronize, "cuCtxSynchronize");
  find(library, &cuModuleLoadData, "cuModuleLoadData");
  find(library, &cuModuleGetFunction, "cuModuleGetFunction");
  find(library, &cuFuncSetAttribute, "cuFuncSetAttribute");
  find(library, &cuMemAlloc, "cuMemAlloc_v2");
  find(library, &cuMemcpyHtoD, "cuMemcpyHtoD_v2");
  find(library, &cuLaunchKernel, "cuLaunchKernel");
  find(library, &cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel");
  find(library, &cuGetErrorString, "cuGetErrorString");
}

static char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    fprintf(stderr, "cannot read %s; run this program in its own folder\n", name);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *data = calloc(*size + 1, 1);
  if (data == NULL || fread(data, 1, *size, file) != *size) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(1);
  }
  fclose(file);
  return data;
}

/* Memory of so many bytes that begins with what the file holds (NULL: nothing) and is zero behind it. */
static CUdeviceptr make_memory(size_t bytes, const char *name) {
  CUdeviceptr memory = 0;
  char *data = calloc(bytes, 1);
  if (data == NULL) {
    fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)bytes);
    exit(1);
  }
  if (name != NULL) {
    size_t size = 0;
    char *given = read_file(name, &size);
    memcpy(data, given, size < bytes ? size : bytes);
    free(given);
  }
  check(cuMemAlloc(&memory, bytes), "cuMemAlloc");
  check(cuMemcpyHtoD(memory, data, bytes), "cuMemcpyHtoD");
  free(data);
  return memory;
}

int main(void) {
  int device = 0;
  void *context = NULL, *module = NULL, *function = NULL;
  size_t size = 0;
  find_driver();
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuCtxCreate(&context, 0, device), "cuCtxCreate");
  check(cuModuleLoadData(&module, read_file("kernel.ptx", &size)), "cuModuleLoadData");
)";

class Writer {
 public:
  explicit Writer(const ReproLaunch& launch) : d_launch(launch) {}

  std::map<std::string, std::string> run() {
    const std::string& text = d_launch.sources.at(0).text;
    d_files["kernel.ptx"] = text;
    const std::string entry = entry_name(text);
    d_text = fmt::format(
        "/* {}\n   Runs the launch once. Build: cc host.c -o host -ldl. Run in this folder: ./host */\n{}",
        d_launch.about, kHelpers);
    d_text += fmt::format(
        "  check(cuModuleGetFunction(&function, module, \"{}\"), \"cuModuleGetFunction\");\n", entry);
    arguments();
    const model::LaunchFacts& facts = d_launch.facts;
    const auto groups = [&](std::size_t i) {
      return facts.global_size[i] / std::max<std::uint64_t>(facts.local_size[i], 1);
    };
    constexpr std::uint64_t kPlainSharedBytes = 49152;  // a block gets more only if the kernel asks for it
    constexpr int kMostShared = 8;                      // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    if (d_shared_bytes > kPlainSharedBytes)
      d_text += fmt::format("  check(cuFuncSetAttribute(function, {}, {}), \"cuFuncSetAttribute\");\n",
                            kMostShared, d_shared_bytes);
    const std::string sizes =
        fmt::format("{}, {}, {}, {}, {}, {}, {}", groups(0), groups(1), groups(2), facts.local_size[0],
                    facts.local_size[1], facts.local_size[2], d_shared_bytes);
    d_text += d_is_cooperative ? cooperative_launch(sizes) : plain_launch(sizes);
    d_text +=
        "  check(cuCtxSynchronize(), \"cuCtxSynchronize\");\n"
        "  puts(\"the launch has run\");\n  return 0;\n}\n";
    d_files["host.c"] = d_text;
    d_files["README.md"] = fmt::format(
        "# One launch of `{}`\n\n{}\n\n    cc host.c -o host -ldl\n    ./host\n\n`launchproof run -- ./host` "
        "verifies "
        "the launch, and executes it on the processor where there is no GPU.\nMemory holds the values that "
        "lie in "
        "`object-*.bin` and zeros elsewhere.\n",
        d_launch.kernel->name, d_launch.about);
    return std::move(d_files);
  }

 private:
  static std::string plain_launch(const std::string& sizes) {
    return fmt::format(
        "  size_t block_size = sizeof block;\n"
        "  void *extra[] = {{(void *)1, block, (void *)2, &block_size, NULL}};\n"
        "  check(cuLaunchKernel(function, {}, NULL, NULL, extra), \"cuLaunchKernel\");\n",
        sizes);
  }

  // Barriers of the grid need it.
  std::string cooperative_launch(const std::string& sizes) const {
    std::string parameters;
    for (const ptx::ParameterPlace& place : d_places) parameters += fmt::format("block + {}, ", place.offset);
    return fmt::format(
        "  void *parameters[] = {{{}NULL}};\n"
        "  check(cuLaunchCooperativeKernel(function, {}, NULL, parameters), "
        "\"cuLaunchCooperativeKernel\");\n",
        parameters, sizes);
  }

  // The kernel's name in the PTX; also finds its parameters.
  std::string entry_name(const std::string& text) {
    const auto names = frontend::ptx_entry_names(text);
    const auto named =
        std::ranges::find_if(names, [&](const auto& name) { return name.second == d_launch.kernel->name; });
    ptx::Module module = ptx::parse(text);
    ptx::mark_grid_barriers(module);
    const auto function = std::ranges::find_if(module.functions, [&](const ptx::Function& one) {
      return one.is_entry && one.has_body && named != names.end() && one.name == named->first;
    });
    if (function == module.functions.end())
      throw std::runtime_error("the PTX has no kernel " + d_launch.kernel->name);
    d_places = ptx::parameter_places(*function);
    d_is_cooperative = d_launch.facts.is_cooperative.value_or(std::ranges::any_of(
        function->body, [](const ptx::Statement& statement) { return statement.instruction.is_of_grid; }));
    return function->name;
  }

  // The variable with the address of the memory object, created at its first use.
  std::string object(std::uint64_t id, std::uint64_t bytes) {
    const auto [known, is_new] = d_objects.try_emplace(id, fmt::format("object_{}", d_objects.size()));
    if (!is_new) return known->second;
    std::string file = "NULL";
    const auto given = d_launch.contents.objects.find(id);
    if (given != d_launch.contents.objects.end() && !given->second.empty()) {
      const std::string path = fmt::format("object-{}.bin", d_objects.size() - 1);
      d_files[path] = std::string(given->second.begin(), given->second.end());
      file = "\"" + path + "\"";
    }
    d_text += fmt::format("  CUdeviceptr {} = make_memory({}u, {});\n", known->second,
                          std::max<std::uint64_t>(bytes, 1), file);
    return known->second;
  }

  // Returns the bytes up to the end of the furthest argument in the object.
  std::uint64_t object_bytes(std::uint64_t id) const {
    std::uint64_t bytes = 0;
    for (const model::Argument& argument : d_launch.facts.arguments)
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument);
          buffer != nullptr && buffer->object == id)
        bytes = std::max(bytes, buffer->origin + buffer->bytes.value_or(d_launch.least_bytes));
    return bytes;
  }

  void put_bytes(std::uint64_t offset, std::uint64_t room, const std::vector<std::uint8_t>& bytes) {
    const std::uint64_t count = std::min<std::uint64_t>(room, bytes.size());
    if (count == 0) return;
    d_text += fmt::format("  memcpy(block + {}, (const unsigned char[]){{{}}}, {});\n", offset,
                          fmt::join(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count), ", "),
                          count);
  }

  void put_address(std::uint64_t offset, const std::string& object, std::uint64_t origin) {
    d_text += fmt::format("  address = {} + {}u;\n  memcpy(block + {}, &address, sizeof address);\n", object,
                          origin, offset);
  }

  void arguments() {
    const std::uint64_t bytes = d_places.empty() ? 1 : d_places.back().offset + d_places.back().bytes;
    d_text += fmt::format("  static unsigned char block[{}];\n  CUdeviceptr address = 0;\n", bytes);
    const auto& parameters = d_launch.kernel->parameters;
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
      const model::Parameter& parameter = parameters[i];
      const model::Argument& argument = d_launch.facts.arguments.at(i);
      // Dynamic shared memory is a parameter that the launch does not pass.
      if (parameter.kind == model::ParameterKind::LocalPointer) {
        const auto* local = std::get_if<model::LocalArgument>(&argument);
        d_shared_bytes = local == nullptr ? d_launch.least_bytes : local->bytes;
        continue;
      }
      const bool is_member = parameter.structure != model::kNone;
      const ptx::ParameterPlace& place = d_places.at(is_member ? parameter.structure : i);
      const std::uint64_t offset = place.offset + (is_member ? parameter.structure_offset : 0);
      d_text += fmt::format("  /* {}: {} */\n", i, parameter.name);
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
        put_address(offset, object(buffer->object, object_bytes(buffer->object)), buffer->origin);
      } else if (parameter.kind == model::ParameterKind::Value) {
        put_bytes(offset, place.bytes, value(i, parameter, argument));
      } else if (!std::holds_alternative<model::NullArgument>(argument)) {
        put_address(offset, object(replay::object_of_unknown(i), d_launch.least_bytes), 0);
      }
    }
  }

  std::vector<std::uint8_t> value(std::uint32_t i, const model::Parameter& parameter,
                                  const model::Argument& argument) const {
    if (const auto* given = std::get_if<model::ValueArgument>(&argument)) return given->bytes;
    const auto chosen = d_launch.contents.values.find(i);
    std::vector<std::uint8_t> bytes;
    if (chosen != d_launch.contents.values.end()) bytes = chosen->second;
    bytes.resize(parameter.bytes, 0);
    return bytes;
  }

  const ReproLaunch& d_launch;
  std::string d_text;
  std::map<std::string, std::string> d_files;
  std::map<std::uint64_t, std::string> d_objects;
  std::vector<ptx::ParameterPlace> d_places;
  std::uint64_t d_shared_bytes = 0;
  bool d_is_cooperative = false;
};

}  // namespace

std::map<std::string, std::string> cuda_repro_files(const ReproLaunch& launch) {
  return Writer(launch).run();
}

}  // namespace launchproof::cli
