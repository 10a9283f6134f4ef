// Predefined names whose values are requested from each device's compiler.
#pragma once

#include <array>

namespace launchproof::shim {

// Names that kernels test to distinguish compilers, targets and versions. Their bodies are integers or empty.
// Each device's compiler is asked for them.
inline constexpr std::array kAskedNames{
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

}  // namespace launchproof::shim
