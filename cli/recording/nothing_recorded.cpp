// Reasons for an empty recording that can be seen from outside the application.
#include <elf.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "cli/recording/application.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

bool is_elf64(const std::string& file) {
  return file.size() >= sizeof(Elf64_Ehdr) && std::memcmp(file.data(), ELFMAG, SELFMAG) == 0 &&
         file[EI_CLASS] == ELFCLASS64;
}

// A program without an interpreter has no dynamic linker that could load the shim.
bool is_static(const std::string& file) {
  Elf64_Ehdr header{};
  std::memcpy(&header, file.data(), sizeof header);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const std::size_t at = header.e_phoff + std::size_t{i} * header.e_phentsize;
    Elf64_Phdr segment{};
    if (at + sizeof segment > file.size()) break;
    std::memcpy(&segment, file.data() + at, sizeof segment);
    if (segment.p_type == PT_INTERP) return false;
  }
  return true;
}

bool gains_privileges(const fs::path& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0 && (info.st_mode & (S_ISUID | S_ISGID)) != 0) return true;
  return ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

// The folder in which the loader looks for platforms, unless one is named directly.
std::optional<fs::path> vendors_folder() {
  const char* const vendors = std::getenv("OCL_ICD_VENDORS");
  std::error_code error;
  if (std::getenv("OCL_ICD_FILENAMES") != nullptr) return std::nullopt;
  if (vendors == nullptr) return "/etc/OpenCL/vendors";
  return fs::is_directory(vendors, error) ? std::optional<fs::path>(vendors) : std::nullopt;
}

bool holds_platform(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  return std::any_of(begin(entries), end(entries),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".icd"; });
}

bool is_of_cuda(const std::string& file) {
  return std::ranges::any_of(
      std::array{"libcuda.so", "libcudart", "__cudaRegisterFatBinary", "cuLaunchKernel"},
      [&](const char* word) { return file.find(word) != std::string::npos; });
}

// For a CUDA application.
std::string explain_cuda(const std::string& file) {
  const auto holds = [&](const char* text) { return file.find(text) != std::string::npos; };
  if (has_cuda_driver() && cuda_driver_library().empty())
    return "The application uses CUDA, and the library of NVIDIA's driver (libcuda.so.1) cannot be opened; "
           "name it with "
           "LAUNCHPROOF_CUDA_DRIVER.";
  if (has_cuda_driver()) return "The application uses CUDA and launched no kernel; look at its own messages.";
  // The runtime that nvcc links by default has its own check of the driver, which is not imitated.
  if (holds("__cudaRegisterFatBinary") && !holds("libcudart.so"))
    return "The application is linked with CUDA's static runtime, which works only with NVIDIA's driver, "
           "and this machine has "
           "none. Build it with the shared runtime: NVCC_APPEND_FLAGS=\"-cudart shared\" for nvcc, "
           "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared for CMake.";
  // Earlier ones than those that are offered.
  for (const char* version : {"libcudart.so.10", "libcudart.so.9", "libcudart.so.8"})
    if (holds(version))
      return fmt::format(
          "The application needs {}*, and the runtimes of CUDA 11, 12 and 13 are offered on a machine "
          "without "
          "NVIDIA's driver. Build it with one of these.",
          version);
  return "The application uses CUDA and launched no kernel; look at its own messages.";
}

}  // namespace

std::string explain_privileges(const fs::path& application) {
  if (!gains_privileges(application)) return {};
  return "The application gains privileges when it starts (setuid, setgid or file capabilities), so the "
         "system does not load the recording library into it, or it may not write into the capture; run a "
         "copy "
         "without them.";
}

bool names_cuda(const fs::path& application) {
  return is_of_cuda(read_all(application));
}

std::string explain_nothing_recorded(const fs::path& application) {
  const std::string file = read_all(application);
  const auto holds = [&](const char* text) { return file.find(text) != std::string::npos; };
  const bool opencl = holds("libOpenCL") || holds("clGetPlatformIDs") || holds("clEnqueueNDRangeKernel");
  if (!opencl && is_of_cuda(file)) return explain_cuda(file);
  if (is_elf64(file) && is_static(file)) {
    return "The application is statically linked, so the recording library cannot be loaded into it; link it "
           "dynamically.";
  }
  if (file.starts_with(ELFMAG) && !is_elf64(file)) {
    return "The application is a 32-bit program, and the recording library is a 64-bit one.";
  }
  if (std::string text = explain_privileges(application); !text.empty()) return text;
  if (const auto folder = vendors_folder(); folder && !holds_platform(*folder)) {
    return fmt::format(
        "There is no OpenCL platform ({} holds no .icd file); install one, for instance with apt install "
        "pocl-opencl-icd{}.",
        folder->string(), std::getenv("OCL_ICD_VENDORS") == nullptr ? "" : ", or unset OCL_ICD_VENDORS");
  }
  if (!opencl && is_elf64(file)) {
    return "The application does not seem to use OpenCL itself; if a library does, it may have found no "
           "device or no "
           "work with these arguments. If it uses CUDA through a library, run it with --cuda=on.";
  }
  return "The application found no device, stopped before its first launch, or has no work with these "
         "arguments; look "
         "at its own messages.";
}

}  // namespace launchproof::cli
