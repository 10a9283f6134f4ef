#include "shim/opencl/programs/binaries.h"

#include "capture/files/sha256.h"
#include "shim/opencl/devices/devices.h"
#include "shim/opencl/devices/driver.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/cache.h"

namespace launchproof::shim {
namespace {

constexpr const char* kKind = "binaries";

// Largest total size of a program's texts in bytes. A larger program is not remembered.
constexpr std::size_t kLongestTexts = std::size_t{16} << 20;

// Returns an empty text if the driver cannot be distinguished from others.
std::string key_of(cl_device_id device, const unsigned char* binary, std::size_t size) {
  if (binary == nullptr || size == 0) return {};
  const std::string compiler = compiler_key(device);
  if (compiler.empty()) return {};
  return "binary " + capture::sha256_hex(binary, size) + '\n' + compiler;
}

struct Files {
  const char* name;  // in the cache
  std::vector<capture::SourceFile> capture::Program::* member;
};

constexpr std::array kFiles{Files{"source", &capture::Program::sources},
                            Files{"header", &capture::Program::headers},
                            Files{"included", &capture::Program::included_files}};

// Returns nothing if a text no longer exists, or if all of them are too long.
std::optional<CacheFields> fields_of(const capture::Program& build) {
  CacheFields fields{{"options", build.options}, {"directory", build.working_directory}};
  std::size_t left = kLongestTexts;
  for (const Files& files : kFiles) {
    for (const capture::SourceFile& file : build.*files.member) {
      std::string text;
      if (!writer().find_blob(file.digest, left, text)) return std::nullopt;
      left -= text.size();
      fields.emplace_back(files.name, file.name);
      fields.emplace_back("text", std::move(text));
    }
  }
  return fields;
}

std::optional<capture::Program> build_from(const CacheFields& fields) {
  if (fields.size() < 2 || fields[0].first != "options" || fields[1].first != "directory")
    return std::nullopt;
  capture::Program build;
  build.options = fields[0].second;
  build.working_directory = fields[1].second;
  for (std::size_t i = 2; i < fields.size(); i += 2) {
    const auto* const files =
        std::ranges::find_if(kFiles, [&](const Files& one) { return fields[i].first == one.name; });
    if (files == kFiles.end() || i + 1 == fields.size() || fields[i + 1].first != "text") return std::nullopt;
    const std::string& text = fields[i + 1].second;
    (build.*files->member).push_back({fields[i].second, writer().add_blob(text.data(), text.size())});
  }
  if (build.sources.empty()) return std::nullopt;
  return build;
}

template <class Value>
Value build_info(cl_program handle, cl_device_id device, cl_program_build_info name, Value otherwise) {
  Value value = otherwise;
  const cl_int code = next().clGetProgramBuildInfo(handle, device, name, sizeof value, &value, nullptr);
  return code == CL_SUCCESS ? value : otherwise;
}

// Built and linked, so that a program created from it by clCreateProgramWithBinary runs without other
// programs.
bool is_executable(cl_program handle, cl_device_id device) {
  return has_version_1_2(device) &&
         build_info<cl_build_status>(handle, device, CL_PROGRAM_BUILD_STATUS, CL_BUILD_NONE) ==
             CL_BUILD_SUCCESS &&
         build_info<cl_program_binary_type>(handle, device, CL_PROGRAM_BINARY_TYPE,
                                            CL_PROGRAM_BINARY_TYPE_NONE) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

}  // namespace

std::optional<capture::Program> recalled_build(cl_uint count, const cl_device_id* devices,
                                               const size_t* lengths, const unsigned char* const* binaries) {
  std::optional<CacheFields> fields;
  for (cl_uint i = 0; i < count; ++i) {
    const std::string key = key_of(devices[i], binaries[i], lengths[i]);
    if (key.empty()) return std::nullopt;
    auto known = recall(kKind, key);
    if (!known || (fields && *fields != *known)) return std::nullopt;
    fields = std::move(known);
  }
  if (!fields) return std::nullopt;
  return build_from(*fields);
}

void remember_binaries(cl_program handle, const std::shared_ptr<Program>& program, capture::ProgramId build,
                       const unsigned char* const* binaries, std::size_t count) {
  if (next().clGetProgramBuildInfo == nullptr) return;
  const auto ask = [&](cl_program_info name) {
    return [handle, name](std::size_t size, void* value, std::size_t* size_ret) {
      return next().clGetProgramInfo(handle, name, size, value, size_ret);
    };
  };
  const auto devices = ask_list<cl_device_id>(ask(CL_PROGRAM_DEVICES));
  const auto sizes = ask_list<std::size_t>(ask(CL_PROGRAM_BINARY_SIZES));
  if (devices.size() != sizes.size()) return;
  for (std::size_t i = 0; i < std::min(devices.size(), count); ++i) {
    if (!is_executable(handle, devices[i])) continue;
    const std::string key = key_of(devices[i], binaries[i], sizes[i]);
    if (key.empty()) continue;
    const std::lock_guard lock(program->mutex);
    // Another thread has rebuilt it, so it is not known which binary this is.
    if (program->current != build || build != program->latest.id) return;
    const auto fields = fields_of(program->latest);
    if (!fields) return;
    remember(kKind, key, *fields);
  }
}

}  // namespace launchproof::shim
