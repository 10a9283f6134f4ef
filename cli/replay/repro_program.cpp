#include "cli/replay/repro_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "cli/options/options.h"
#include "verify/frontend/annotations/annotations.h"

namespace launchproof::cli {
namespace {

// The parts of the host program that are the same for every launch.
constexpr const char* kHelpers = R"(#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s failed: error %d\n", what, (int)status);
  exit(1);
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

/* A buffer of so many bytes that begins with what the file holds (NULL: nothing) and is zero behind it. */
static cl_mem make_buffer(cl_context context, size_t bytes, const char *name) {
  char *data = calloc(bytes, 1);
  if (data == NULL) {
    fprintf(stderr, "no memory for a buffer of %lu bytes\n", (unsigned long)bytes);
    exit(1);
  }
  if (name != NULL) {
    size_t size = 0;
    char *given = read_file(name, &size);
    memcpy(data, given, size < bytes ? size : bytes);
    free(given);
  }
  cl_int status = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, &status);
  check(status, "clCreateBuffer");
  free(data);
  return buffer;
}

/* The device of this number (from 0) among all of all platforms. */
static cl_device_id find_device(unsigned number) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && i < 16; i++) {
    cl_device_id devices[16];
    cl_uint found = 0;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 16, devices, &found) != CL_SUCCESS) continue;
    if (found > 16) found = 16;
    if (number < found) return devices[number];
    number -= found;
  }
  fprintf(stderr, "there is no such OpenCL device\n");
  exit(1);
}

static void built(cl_int status, cl_program program, cl_device_id device) {
  if (status == CL_SUCCESS) return;
  char log[65536] = "";
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  fprintf(stderr, "%s\n", log);
  check(status, "building the program");
}

int main(int argc, char **argv) {
  cl_device_id device = find_device(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
)";

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\{:03o}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + "\"";
}

bool is_inside(const std::string& name) {
  return !name.empty() && name.front() != '/' && name.find("..") == std::string::npos;
}

// The options for the driver, and the lines that replace options at the start of the source. Drivers disagree
// about quotes in options, so a macro with blanks or quotes in its body becomes a `#define`.
struct PortableOptions {
  std::string options;
  std::string defines;
};

std::string as_define(const std::string& macro) {
  const std::size_t equals = macro.find('=');
  if (equals == std::string::npos) return "#define " + macro + " 1\n";
  return "#define " + macro.substr(0, equals) + ' ' + macro.substr(equals + 1) + '\n';
}

// The options without folders of this machine; recorded headers are in include/.
PortableOptions portable_options(const frontend::ProgramSource& source) {
  std::vector<std::string> kept;
  PortableOptions result;
  bool changed = !source.headers.empty();
  const std::vector<std::string> words = split_words(source.options);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string flag = words[i].substr(0, 2);
    const bool apart = words[i].size() == 2 && (flag == "-I" || flag == "-D") && i + 1 < words.size();
    const std::string value =
        apart ? words[i + 1] : words[i].substr(std::min<std::size_t>(2, words[i].size()));
    const bool special = value.find_first_of(" \t\"'\\") != std::string::npos;
    if (flag == "-I" || (flag == "-D" && special)) {
      changed = true;
      if (flag == "-D") result.defines += as_define(value);
    } else if (apart) {
      kept.push_back(flag + value);
    } else {
      kept.push_back(special ? "\"" + words[i] + "\"" : words[i]);
    }
    if (apart) ++i;
  }
  if (!source.headers.empty()) kept.emplace_back("-I include");
  if (!result.defines.empty()) result.defines += "#line 1\n";
  result.options = changed ? fmt::format("{}", fmt::join(kept, " ")) : source.options;
  return result;
}

const char* access_flag(model::KernelAccess access) {
  switch (access) {
    case model::KernelAccess::ReadOnly:
      return "CL_MEM_READ_ONLY";
    case model::KernelAccess::WriteOnly:
      return "CL_MEM_WRITE_ONLY";
    case model::KernelAccess::ReadWrite:
      break;
  }
  return "0";
}

std::string sizes(const std::array<std::uint64_t, 3>& values) {
  return fmt::format("{{{}, {}, {}}}", values[0], values[1], values[2]);
}

class Writer {
 public:
  explicit Writer(const ReproLaunch& launch) : d_launch(launch) {}

  std::map<std::string, std::string> run() {
    d_text = fmt::format(
        "/* {}\n   Runs the launch once. Build: cc host.c -o host -lOpenCL. Run in this folder: ./host "
        "[DEVICE]\n   DEVICE counts the OpenCL devices from 0. */\n{}",
        d_launch.about, kHelpers);
    program();
    arguments();
    const model::LaunchFacts& facts = d_launch.facts;
    d_text += fmt::format(
        "  const size_t offset[3] = {};\n  const size_t global[3] = {};\n  const size_t local[3] = {};\n"
        "  status = clEnqueueNDRangeKernel(queue, kernel, {}, offset, global, {}, 0, NULL, NULL);\n"
        "  check(status, \"clEnqueueNDRangeKernel\");\n  check(clFinish(queue), \"clFinish\");\n"
        "  puts(\"the launch has run\");\n  (void)local;\n  return 0;\n}}\n",
        sizes(facts.global_offset), sizes(facts.global_size), sizes(facts.local_size),
        std::max<std::uint32_t>(facts.work_dim, 1), d_launch.local_size_open ? "NULL" : "local");
    d_files["host.c"] = d_text;
    d_files["README.md"] = fmt::format(
        "# One launch of `{}`\n\n{}\n\n    cc host.c -o host -lOpenCL\n    ./host\n\nAn argument picks "
        "another "
        "OpenCL device, counted from 0. `launchproof run -- ./host` verifies the launch.\nBuffers hold the "
        "values that "
        "lie in `object-*.bin` and zeros elsewhere.\n",
        d_launch.kernel->name, d_launch.about);
    return std::move(d_files);
  }

 private:
  void program() {
    const auto& sources = d_launch.sources;
    if (sources.empty()) throw std::runtime_error("the program was recorded without source");
    const bool linked = sources.size() > 1;
    if (linked) d_text += fmt::format("  cl_program parts[{}];\n", sources.size());
    d_text += "  size_t size = 0;\n  cl_program program;\n";
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::string name = linked ? fmt::format("kernel-{}.cl", i) : "kernel.cl";
      const PortableOptions portable = portable_options(sources[i]);
      const bool annotated = !d_launch.kernel->annotations.empty();
      d_files[name] = (annotated ? frontend::annotation_macros() : "") + portable.defines + sources[i].text;
      for (const frontend::HeaderFile& header : sources[i].headers) {
        if (!is_inside(header.name))
          throw std::runtime_error("the source includes " + header.name +
                                   ", which cannot be moved into a folder");
        d_files["include/" + header.name] = header.text;
      }
      d_text += fmt::format(
          "  {{\n    const char *text = read_file(\"{}\", &size);\n"
          "    program = clCreateProgramWithSource(context, 1, &text, &size, &status);\n"
          "    check(status, \"clCreateProgramWithSource\");\n",
          name);
      const std::string options = quoted(portable.options);
      if (linked)
        d_text += fmt::format(
            "    built(clCompileProgram(program, 1, &device, {}, 0, NULL, NULL, NULL, NULL), program, "
            "device);\n"
            "    parts[{}] = program;\n  }}\n",
            options, i);
      else
        d_text += fmt::format(
            "    built(clBuildProgram(program, 1, &device, {}, NULL, NULL), program, device);\n  }}\n",
            options);
    }
    if (linked)
      d_text += fmt::format(
          "  program = clLinkProgram(context, 1, &device, \"\", {}, parts, NULL, NULL, &status);\n"
          "  check(status, \"clLinkProgram\");\n",
          sources.size());
    d_text += fmt::format(
        "  cl_kernel kernel = clCreateKernel(program, {}, &status);\n  check(status, \"clCreateKernel\");\n",
        quoted(d_launch.kernel->name));
  }

  // The variable with the memory object, created at its first use.
  std::string object(std::uint64_t id, std::uint64_t bytes) {
    const auto known = d_objects.find(id);
    if (known != d_objects.end()) return known->second;
    const std::string name = fmt::format("object_{}", d_objects.size());
    d_objects.emplace(id, name);
    std::string file = "NULL";
    const auto given = d_launch.contents.objects.find(id);
    if (given != d_launch.contents.objects.end() && !given->second.empty()) {
      const std::string path = fmt::format("object-{}.bin", d_objects.size() - 1);
      d_files[path] = std::string(given->second.begin(), given->second.end());
      file = quoted(path);
    }
    d_text += fmt::format("  cl_mem {} = make_buffer(context, {}u, {});\n", name, bytes, file);
    return name;
  }

  // Returns the bytes of a root object: they reach to the end of the furthest argument in it.
  std::uint64_t root_bytes(std::uint64_t id) const {
    std::uint64_t bytes = 0;
    for (const model::Argument& argument : d_launch.facts.arguments) {
      const auto* buffer = std::get_if<model::BufferArgument>(&argument);
      if (buffer == nullptr || buffer->object != id) continue;
      bytes = std::max(bytes, buffer->origin + buffer->bytes.value_or(d_launch.least_bytes));
    }
    return bytes;
  }

  void set(std::size_t number, const std::string& size, const std::string& value) {
    d_text += fmt::format("  check(clSetKernelArg(kernel, {}, {}, {}), \"clSetKernelArg {}\");\n", number,
                          size, value, number);
  }

  void arguments() {
    const auto& parameters = d_launch.kernel->parameters;
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
      const model::Parameter& parameter = parameters[i];
      const model::Argument& argument = d_launch.facts.arguments.at(i);
      d_text += fmt::format("  /* {}: {} */\n", i, parameter.name);
      if (parameter.kind == model::ParameterKind::Image || parameter.kind == model::ParameterKind::Sampler)
        throw std::runtime_error(fmt::format("argument {} ({}) is of type {}, which is not written yet", i,
                                             parameter.name, parameter.type));
      if (parameter.kind == model::ParameterKind::Value) {
        value(i, parameter, argument);
      } else if (parameter.kind == model::ParameterKind::LocalPointer) {
        const auto* local = std::get_if<model::LocalArgument>(&argument);
        set(i, fmt::format("{}u", local == nullptr ? d_launch.least_bytes : local->bytes), "NULL");
      } else if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
        if (buffer->before != 0)
          throw std::runtime_error(fmt::format(
              "argument {} ({}) points into its memory, which is not supported yet", i, parameter.name));
        const std::uint64_t root = root_bytes(buffer->object);
        const std::string whole = object(buffer->object, root);
        const std::uint64_t bytes = buffer->bytes.value_or(root - buffer->origin);
        // If several arguments are in one object, each may be a part with its own flags.
        const char* access = access_flag(buffer->access);
        if (buffer->origin == 0 && bytes == root && buffer->access == model::KernelAccess::ReadWrite) {
          set(i, "sizeof(cl_mem)", "&" + whole);
          continue;
        }
        d_text += fmt::format(
            "  cl_buffer_region region_{0} = {{{1}u, {2}u}};\n"
            "  cl_mem part_{0} = clCreateSubBuffer({3}, {4}, CL_BUFFER_CREATE_TYPE_REGION, &region_{0}, "
            "&status);\n"
            "  check(status, \"clCreateSubBuffer\");\n",
            i, buffer->origin, bytes, whole, access);
        set(i, "sizeof(cl_mem)", fmt::format("&part_{}", i));
      } else if (std::holds_alternative<model::NullArgument>(argument)) {
        set(i, "sizeof(cl_mem)", "NULL");
      } else if (parameter.kind == model::ParameterKind::GlobalPointer ||
                 parameter.kind == model::ParameterKind::ConstantPointer) {
        set(i, "sizeof(cl_mem)", "&" + object(replay::object_of_unknown(i), d_launch.least_bytes));
      } else {
        throw std::runtime_error(fmt::format("argument {} ({}) is of type {}, which is not written yet", i,
                                             parameter.name, parameter.type));
      }
    }
  }

  void value(std::uint32_t i, const model::Parameter& parameter, const model::Argument& argument) {
    std::vector<std::uint8_t> bytes;
    if (const auto* given = std::get_if<model::ValueArgument>(&argument)) {
      bytes = given->bytes;
    } else {
      const auto chosen = d_launch.contents.values.find(i);
      if (chosen != d_launch.contents.values.end()) bytes = chosen->second;
      bytes.resize(parameter.bytes, 0);
    }
    d_text += fmt::format("  const unsigned char value_{}[{}] = {{{}}};\n", i, bytes.size(),
                          fmt::join(bytes, ", "));
    set(i, fmt::format("sizeof value_{}", i), fmt::format("value_{}", i));
  }

  const ReproLaunch& d_launch;
  std::string d_text;
  std::map<std::string, std::string> d_files;
  std::map<std::uint64_t, std::string> d_objects;
};

}  // namespace

std::map<std::string, std::string> repro_files(const ReproLaunch& launch) {
  return Writer(launch).run();
}

}  // namespace launchproof::cli
