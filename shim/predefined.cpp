#include "shim/predefined.h"

#include <array>
#include <cstdint>
#include <set>

#include "shim/cache.h"
#include "shim/devices.h"
#include "shim/next.h"

namespace launchproof::shim {
namespace {

// Names that kernels look at to tell compilers, targets and versions apart, with integers or nothing as their
// bodies.
constexpr std::array kNames{
    // the language
    "__OPENCL_C_VERSION__", "__OPENCL_VERSION__", "__OPENCL_CPP_VERSION__",
    "__OPENCL_SINGLE_PRECISION_CONSTANT__", "__ROUNDING_MODE__", "__EMBEDDED_PROFILE__", "__OPENCL_BACKEND__",
    "__OPENCL_EXT__", "__cplusplus", "__STDC_VERSION__", "__STDC__", "__BYTE_ORDER__", "__ENDIAN_LITTLE__",
    "__CHAR_BIT__", "__CHAR_UNSIGNED__", "__FINITE_MATH_ONLY__", "__OPTIMIZE__", "__NO_INLINE__", "NDEBUG",
    "DEBUG", "__DEBUG__",
    // compilers
    "__clang__", "__clang_major__", "__clang_minor__", "__clang_patchlevel__", "__llvm__", "__GNUC__",
    "__GNUC_MINOR__", "__GNUC_STDC_INLINE__", "__INTEL_COMPILER", "__INTEL_LLVM_COMPILER", "_MSC_VER",
    "__NVCC__", "__CUDACC__", "__CUDA_ARCH__", "__CUDA__", "__CUDA_CC__", "__HIPCC__", "__HIP__",
    "__HIP_DEVICE_COMPILE__", "__METAL_VERSION__", "__OPENCL_RUNTIME__", "__SYCL_DEVICE_ONLY__",
    // vendors
    "__NV_CL_C_VERSION", "__NVIDIA__", "NVIDIA", "__AMD__", "__AMDGCN__", "__amdgcn__", "__AMDIL__",
    "__ATI__", "__R600__", "__gfx803__", "__gfx900__", "__gfx906__", "__gfx908__", "__gfx90a__",
    "__gfx1010__", "__gfx1030__", "__gfx1100__", "__Tahiti__", "__Hawaii__", "__Fiji__", "__Ellesmere__",
    "__GCNMINC__", "__CYPRESS__", "__CAYMAN__", "__BARTS__", "__JUNIPER__", "__INTEL__", "__IGC__",
    "__APPLE__", "__MACOSX__", "__QCOM__", "__ADRENO__", "__ARM_MALI__", "__MALI__", "__BEIGNET__",
    "__POCL__", "POCL_DEVICE_ADDRESS_BITS", "__CBUILD__", "__CPU__", "__GPU__", "__X86__", "__FPGA__",
    "__xilinx__", "INTELFPGA_CL", "ALTERA_CL", "__TCE__", "__TCE_V1__", "__PTX__", "__NVPTX__", "__CLSPV__",
    "__rusticl__", "__MESA__", "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE", "_OPENCL_H_", "_CL_HAS_FP64",
    "cles_khr_int64", "cles_khr_2d_image_array_writes",
    // targets
    "__SPIR__", "__SPIR32__", "__SPIR64__", "__SPIRV__", "__x86_64__", "__x86_64", "__amd64__", "__amd64",
    "__i386__", "__i386", "i386", "__k8__", "__arm__", "__aarch64__", "__AARCH64EL__", "__powerpc__",
    "__powerpc64__", "__PPC__", "__PPC64__", "__riscv", "__mips__", "__wasm__", "__MMX__", "__SSE__",
    "__SSE2__", "__SSE3__", "__SSSE3__", "__SSE4_1__", "__SSE4_2__", "__AVX__", "__AVX2__", "__AVX512F__",
    "__AVX512BW__", "__FMA__", "__F16C__", "__BMI2__", "__POPCNT__", "__ARM_NEON", "__ARM_NEON__",
    "__ALTIVEC__", "__VSX__", "__LP64__", "_LP64", "__ILP32__", "__SIZEOF_POINTER__", "__SIZEOF_LONG__",
    "__SIZEOF_INT128__", "__BIGGEST_ALIGNMENT__",
    // systems
    "__linux__", "__linux", "linux", "__gnu_linux__", "__unix__", "__unix", "unix", "__ELF__", "_WIN32",
    "_WIN64", "__WINDOWS__", "__MINGW32__", "__CYGWIN__", "__ANDROID__", "__FreeBSD__", "__HAIKU__",
    "_GNU_SOURCE", "_REENTRANT"};

constexpr unsigned kValueBits = 32;

std::string kernel_line(std::size_t number, const char* suffix) {
  return "kernel void launchproof_" + std::to_string(number) + suffix + "(void) {}\n#endif\n";
}

class Compiler {
 public:
  explicit Compiler(cl_device_id device) : d_device(device) {
    d_context = library().clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  }
  ~Compiler() {
    if (d_context != nullptr) library().clReleaseContext(d_context);
  }
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  // The kernels of a program; nothing when it does not build.
  std::optional<std::set<std::string>> kernels(const std::string& source) const {
    if (d_context == nullptr) return std::nullopt;
    const char* text = source.c_str();
    cl_program program = library().clCreateProgramWithSource(d_context, 1, &text, nullptr, nullptr);
    if (program == nullptr) return std::nullopt;
    std::optional<std::set<std::string>> names;
    if (library().clBuildProgram(program, 1, &d_device, "", nullptr, nullptr) == CL_SUCCESS) {
      const std::string list = ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
        return library().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, value, size_ret);
      });
      names.emplace();
      for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(';', begin), list.size());
        names->insert(list.substr(begin, end - begin));
        begin = end + 1;
      }
      if (!names->contains("launchproof_probe")) names.reset();
    }
    library().clReleaseProgram(program);
    return names;
  }

 private:
  cl_device_id d_device;
  cl_context d_context = nullptr;
};

bool can_ask() {
  const auto& table = library();
  return table.clCreateContext != nullptr && table.clReleaseContext != nullptr &&
         table.clCreateProgramWithSource != nullptr && table.clBuildProgram != nullptr &&
         table.clGetProgramInfo != nullptr && table.clReleaseProgram != nullptr;
}

std::optional<Predefined> ask_compiler(cl_device_id device) {
  const Compiler compiler(device);
  const std::string always = "kernel void launchproof_probe(void) {}\n";
  std::string source = always;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    source += std::string("#ifdef ") + kNames[i] + "\n" + kernel_line(i, "");
  const auto defined = compiler.kernels(source);
  if (!defined) return std::nullopt;
  const auto is_defined = [&](std::size_t i) {
    return defined->contains("launchproof_" + std::to_string(i));
  };

  std::string values = always;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!is_defined(i)) continue;
    for (unsigned bit = 0; bit < kValueBits; ++bit)
      values += std::string("#if ((") + kNames[i] + " + 0) >> " + std::to_string(bit) + ") & 1\n" +
                kernel_line(i, ("_" + std::to_string(bit)).c_str());
  }
  const auto bits = compiler.kernels(values);

  Predefined answer;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!is_defined(i)) {
      answer.undefined.emplace_back(kNames[i]);
    } else if (bits) {
      std::uint64_t value = 0;
      for (unsigned bit = 0; bit < kValueBits; ++bit) {
        if (bits->contains("launchproof_" + std::to_string(i) + "_" + std::to_string(bit)))
          value |= std::uint64_t{1} << bit;
      }
      answer.macros.emplace_back(kNames[i], std::to_string(value));
    }
  }
  return answer;
}

constexpr const char* kKind = "predefined";

// The answer to other questions is another answer.
std::string full_key(const std::string& key) {
  std::string text = key + "questions\n";
  for (const char* name : kNames) text.append(name).append("\n");
  return text;
}

std::optional<Predefined> recalled(const std::string& key) {
  const auto fields = recall(kKind, key);
  if (!fields || fields->empty()) return std::nullopt;
  Predefined answer;
  answer.is_remembered = true;
  for (const auto& [name, value] : *fields) {
    if (value.empty())
      answer.undefined.push_back(name);
    else
      answer.macros.emplace_back(name, value);
  }
  return answer;
}

// An answer without values (the second program did not build) is asked for again.
void keep(const std::string& key, const Predefined& answer) {
  if (answer.macros.size() + answer.undefined.size() != kNames.size()) return;
  CacheFields fields;
  for (const auto& [name, value] : answer.macros) fields.emplace_back(name, value);
  for (const std::string& name : answer.undefined) fields.emplace_back(name, "");
  remember(kKind, key, fields);
}

}  // namespace

std::optional<Predefined> predefined_macros(cl_device_id device, const std::string& key) {
  if (!can_ask() || !has_version_1_2(device)) return std::nullopt;
  if (key.empty()) return ask_compiler(device);
  const std::string full = full_key(key);
  if (auto known = recalled(full)) return known;
  auto answer = ask_compiler(device);
  if (answer) keep(full, *answer);
  return answer;
}

}  // namespace launchproof::shim
