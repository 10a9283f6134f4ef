#include "verify/frontend/cuda/arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/headers.h"
#include "verify/frontend/options/build_options.h"
#include "verify/frontend/options/clang_arguments.h"

namespace launchproof::frontend::cuda {
namespace {

// Architectures from the oldest that CUDA 13 compiles for to the newest.
constexpr std::array kArchitectures{50U, 52U, 53U, 60U, 61U,  62U,  70U,  72U,  75U,  80U, 86U,
                                    87U, 88U, 89U, 90U, 100U, 101U, 103U, 110U, 120U, 121U};

// "sm_75", "compute_75" or "arch=compute_75,code=sm_75", optionally followed by a letter.
std::optional<unsigned> architecture_of(std::string_view text) {
  const std::size_t at = text.find('_');
  if (at == std::string_view::npos) return std::nullopt;
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + at + 1, end, number);
  if (error != std::errc() || (rest != end && *rest != 'a' && *rest != 'f' && *rest != ','))
    return std::nullopt;
  if (std::ranges::find(kArchitectures, number) == kArchitectures.end()) return std::nullopt;
  return number;
}

// Options that do not affect the meaning of device code.
bool is_dropped(std::string_view option) {
  constexpr std::array kDropped{"-g",
                                "-G",
                                "-lineinfo",
                                "--generate-line-info",
                                "-O",
                                "-w",
                                "-rdc=true",
                                "-rdc=false",
                                "-dc",
                                "-c",
                                "-ptx",
                                "-cubin",
                                "--ptx",
                                "--device-debug",
                                "--debug",
                                "-extended-lambda",
                                "--extended-lambda",
                                "--expt-relaxed-constexpr",
                                "-expt-relaxed-constexpr",
                                "--expt-extended-lambda",
                                "-expt-extended-lambda",
                                "--default-device",
                                "-default-device",
                                "-device-c",
                                "--device-c"};
  if (std::ranges::find(kDropped, option) != kDropped.end()) return true;
  constexpr std::array kPrefixes{"-O",
                                 "-Xcompiler",
                                 "-Xptxas",
                                 "--ptxas-options",
                                 "--maxrregcount",
                                 "-maxrregcount",
                                 "-m64",
                                 "-cudart",
                                 "--cudart",
                                 "-l",
                                 "-L",
                                 "--relocatable-device-code",
                                 "--restrict",
                                 "-restrict"};
  return std::ranges::any_of(kPrefixes, [&](const char* prefix) { return option.starts_with(prefix); });
}

// The system's C++ and C headers, if they exist: the newest version of the C++ library.
std::vector<std::string> system_folders(const std::string& resources) {
  std::vector<std::string> folders;
  std::error_code error;
  std::string newest;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/include/c++", error)) {
    const std::string name = entry.path().filename().string();
    const bool is_newer = name.size() > newest.size() || (name.size() == newest.size() && name > newest);
    if (is_newer && name.find_first_not_of("0123456789.") == std::string::npos) newest = name;
  }
  if (!newest.empty()) {
    folders.push_back("/usr/include/c++/" + newest);
    folders.push_back("/usr/include/x86_64-linux-gnu/c++/" + newest);
    folders.push_back("/usr/include/c++/" + newest + "/backward");
  }
  folders.push_back(resources + "/include");
  folders.emplace_back("/usr/local/include");
  folders.emplace_back("/usr/include/x86_64-linux-gnu");
  folders.emplace_back("/usr/include");
  return folders;
}

bool has_runtime(const std::string& toolkit) {
  std::error_code error;
  return std::filesystem::exists(toolkit + "/include/cuda_runtime.h", error);
}

// Returns the folder of an installed toolkit, looked up as its own tools do, if none is given; empty if there
// is none.
std::string usual_toolkit() {
  for (const char* name : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(name); folder != nullptr && has_runtime(folder)) return folder;
  return has_runtime("/usr/local/cuda") ? "/usr/local/cuda" : "";
}

class Parser {
 public:
  explicit Parser(Options& options) : d_options(options) {}

  void parse(const std::vector<std::string>& words) {
    for (d_at = 0; d_at < words.size(); ++d_at) one(words);
  }

 private:
  void one(const std::vector<std::string>& words) {
    const std::string& word = words[d_at];
    if (const std::string_view flag = std::string_view(word).substr(0, 2);
        flag == "-D" || flag == "-U" || flag == "-I") {
      preprocess(words, flag);
    } else if (const auto standard = value(words, {"-std", "--std"})) {
      d_options.standard = *standard;
    } else if (const auto architecture = value(words, {"-arch", "--gpu-architecture", "--gpu-arch",
                                                       "--cuda-gpu-arch", "-gencode", "--generate-code"})) {
      if (const auto number = architecture_of(*architecture))
        d_options.architecture = *number;
      else
        d_options.errors.push_back("the architecture " + *architecture +
                                   " is not known; name one as sm_75, from sm_50 to sm_121");
    } else if (const auto mad = value(words, {"-fmad", "--fmad"})) {
      d_options.contracts = *mad != "false";
    } else if (const auto header = value(words, {"-include", "--pre-include"})) {
      d_options.preprocessor.insert(d_options.preprocessor.end(), {"-include", *header});
    } else if (const auto toolkit = value(words, {"--cuda-path"})) {
      d_options.toolkit = *toolkit;
      if (!has_runtime(*toolkit))
        d_options.errors.push_back("--cuda-path: " + *toolkit +
                                   " holds no CUDA toolkit (include/cuda_runtime.h)");
    } else if (const auto folder = value(words, {"-isystem", "--system-include", "--include-path"})) {
      d_options.preprocessor.insert(d_options.preprocessor.end(), {"-isystem", *folder});
    } else if (const auto macro = value(words, {"--define-macro"})) {
      d_options.preprocessor.push_back("-D" + *macro);
    } else if (const auto undefined = value(words, {"--undefine-macro"})) {
      d_options.preprocessor.push_back("-U" + *undefined);
    } else if (word == "-use_fast_math" || word == "--use_fast_math" || word == "-ffast-math") {
      d_options.fast_math = true;
    } else if (word == "-w") {
      d_options.no_warnings = true;
    } else if (word == "-Xcompiler" || word == "-Xptxas") {
      ++d_at;
    } else if (!is_dropped(word)) {
      d_options.notes.push_back("the build option " + word + " is not known and was ignored");
    }
  }

  void preprocess(const std::vector<std::string>& words, std::string_view flag) {
    std::string text = words[d_at].substr(2);
    if (text.empty() && d_at + 1 < words.size()) text = words[++d_at];
    if (text.empty())
      d_options.errors.push_back("the build option " + std::string(flag) + " lacks its value");
    else
      d_options.preprocessor.push_back(std::string(flag) + text);
  }

  // Returns the value of an option that is one of these, joined by "=" or in the next word.
  std::optional<std::string> value(const std::vector<std::string>& words,
                                   std::initializer_list<std::string_view> names) {
    const std::string_view word = words[d_at];
    for (const std::string_view name : names) {
      if (word == name && d_at + 1 < words.size()) return words[++d_at];
      if (word.starts_with(name) && word.substr(name.size()).starts_with('='))
        return std::string(word.substr(name.size() + 1));
    }
    return std::nullopt;
  }

  Options& d_options;
  std::size_t d_at = 0;
};

}  // namespace

Options parse_options(const std::string& text) {
  Options options;
  bool unterminated = false;
  const std::vector<std::string> words = split_options(text, unterminated);
  if (unterminated) options.errors.push_back("the build options have an unterminated quote: " + text);
  Parser(options).parse(words);
  return options;
}

std::vector<std::string> arguments(const ProgramSource& source, const Options& options,
                                   const DeviceEnvironment& device, const std::string& resources,
                                   bool with_annotations) {
  std::vector<std::string> all{
      "-triple",
      device.address_bits == 32 ? "spirv32-unknown-unknown" : "spirv64-unknown-unknown",
      "-aux-triple",
      device.address_bits == 32 ? "i386-unknown-linux-gnu" : "x86_64-unknown-linux-gnu",
      "-fcuda-is-device",
      "-fcuda-allow-variadic-functions",
      "-fdeclspec",
      "-fno-builtin",
      "-O1",
      "-disable-llvm-passes",
      "-disable-llvm-verifier",
      "-relaxed-aliasing",
      options.contracts || options.fast_math ? "-ffp-contract=fast-honor-pragmas" : "-ffp-contract=off",
      "-debug-info-kind=limited",
      "-dwarf-version=5",
      "-fno-caret-diagnostics",
      "-resource-dir",
      resources,
      "-std=" + options.standard,
      "-fgnuc-version=4.2.1",
      "-fcxx-exceptions",
      "-fexceptions"};
  all.emplace_back("-U__CUDA_ARCH__");  // Clang uses a different number for SPIR-V
  all.push_back("-D__CUDA_ARCH__=" + std::to_string(options.architecture * 10));
  all.emplace_back("-D__NVPTX__=1");
  if (options.fast_math) all.emplace_back("-D__USE_FAST_MATH__=1");
  if (options.no_warnings) all.emplace_back("-w");
  all.insert(all.end(), {"-internal-isystem", kHeaderFolder});
  for (const std::string& folder : system_folders(resources))
    all.insert(all.end(), {"-internal-isystem", folder});
  // Headers of the toolkit that are not replaced here.
  const bool includes = source.text.find("#include") != std::string::npos || !source.headers.empty();
  const std::string toolkit = options.toolkit.empty() ? usual_toolkit() : options.toolkit;
  // It has none for addresses of 32 bits.
  if (includes && !toolkit.empty() && device.address_bits == 64) {
    all.emplace_back("-DLAUNCHPROOF_TOOLKIT");
    for (const char* folder : {"/include", "/include/cccl"})
      all.insert(all.end(), {"-internal-isystem", toolkit + folder});
  }
  all.insert(all.end(), {"-internal-isystem", kStandInFolder, "-include", kMainHeader});
  if (source.asks_postconditions) all.push_back(std::string("-D") + frontend::kAskedPostconditions);
  if (with_annotations) all.insert(all.end(), {"-include", kAnnotationFile});
  all.insert(all.end(), {"-I", frontend::kHeaderFolder});
  all.insert(all.end(), options.preprocessor.begin(), options.preprocessor.end());
  all.insert(all.end(), {"-x", "cuda", source.file_name});
  return all;
}

}  // namespace launchproof::frontend::cuda
