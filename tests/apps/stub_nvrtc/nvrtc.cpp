// Implements the part of NVRTC that the tests use, for machines without a CUDA toolkit. Clang compiles the
// programs. Functions, results and ownership follow NVIDIA's NVRTC documentation.
#include <cxxabi.h>
#include <elf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int kSuccess = 0, kInvalidInput = 3, kInvalidProgram = 4, kCompilation = 6, kNoName = 10;

// The declarations that are built into NVRTC.
constexpr const char* kPrelude =
    "#define __device__ __attribute__((device))\n#define __host__ __attribute__((host))\n"
    "#define __global__ __attribute__((global))\n#define __shared__ __attribute__((shared))\n"
    "#include <__clang_cuda_builtin_vars.h>\n#define __CUDACC_RTC__ 1\n";

struct Program {
  std::string text, name, log, ptx;
  std::map<std::string, std::string> headers;
  std::map<std::string, std::string> lowered;  // by expression
};

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// Returns the PTX entry whose demangled name begins with the expression, or an empty text if there is none.
std::string entry_of(const std::string& ptx, const std::string& expression) {
  constexpr const char* kEntry = ".entry ";
  for (std::size_t at = ptx.find(kEntry); at != std::string::npos; at = ptx.find(kEntry, at + 1)) {
    const std::size_t begin = at + std::strlen(kEntry);
    const std::string name = ptx.substr(begin, ptx.find('(', begin) - begin);
    int status = 0;
    char* const plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    const std::string shown = plain == nullptr ? name : plain;
    std::free(plain);
    if (shown.find(expression + "(") != std::string::npos || shown == expression) return name;
  }
  return {};
}

int copy(const std::string& text, char* to) {
  std::memcpy(to, text.c_str(), text.size() + 1);
  return kSuccess;
}

}  // namespace

extern "C" {

int nvrtcCreateProgram(void** program, const char* text, const char* name, int headers,
                       const char* const* header_texts, const char* const* header_names) {
  if (program == nullptr || text == nullptr || headers < 0) return kInvalidInput;
  auto* const made = new Program;
  made->text = text;
  made->name = name == nullptr ? "default_program" : name;
  for (int i = 0; i < headers; ++i) made->headers[header_names[i]] = header_texts[i];
  *program = made;
  return kSuccess;
}

int nvrtcAddNameExpression(void* program, const char* expression) {
  if (program == nullptr) return kInvalidProgram;
  static_cast<Program*>(program)->lowered[expression];
  return kSuccess;
}

int nvrtcCompileProgram(void* program, int count, const char* const* options) {
  if (program == nullptr) return kInvalidProgram;
  auto& made = *static_cast<Program*>(program);
  std::string pattern = (fs::temp_directory_path() / "nvrtc-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return kInvalidInput;
  const fs::path folder = pattern;
  for (const auto& [name, text] : made.headers) std::ofstream(folder / name) << text;
  std::ofstream(folder / "prelude.h") << kPrelude;
  std::ofstream source(folder / "program.cu");
  source << made.text;
  std::size_t number = 0;
  for (const auto& [expression, lowered] : made.lowered)
    source << "\nstatic auto used_" << number++ << " = " << expression << ";\n";
  source.close();
  std::string command = "cd " + quoted(folder.string()) +
                        " && " LAUNCHPROOF_CLANG
                        " -x cuda --cuda-device-only -S -O1 -g0 -nocudainc -nocudalib --cuda-feature=+ptx70 "
                        "-std=c++17 -include prelude.h -I . -o program.ptx --cuda-gpu-arch=sm_75";
  for (int i = 0; i < count; ++i)
    if (std::strncmp(options[i], "-D", 2) == 0) command += ' ' + quoted(options[i]);
  command += " program.cu 2> log";
  const int status = std::system(command.c_str());
  made.log = read(folder / "log");
  made.ptx = read(folder / "program.ptx");
  fs::remove_all(folder);
  if (status != 0) return kCompilation;
  for (auto& [expression, lowered] : made.lowered) lowered = entry_of(made.ptx, expression);
  return kSuccess;
}

int nvrtcGetLoweredName(void* program, const char* expression, const char** name) {
  if (program == nullptr) return kInvalidProgram;
  const auto& lowered = static_cast<Program*>(program)->lowered;
  const auto found = lowered.find(expression);
  if (found == lowered.end() || found->second.empty()) return kNoName;
  *name = found->second.c_str();
  return kSuccess;
}

int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->log.size() + 1;
  return kSuccess;
}

int nvrtcGetProgramLog(void* program, char* log) {
  return copy(static_cast<Program*>(program)->log, log);
}

int nvrtcGetPTXSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->ptx.size() + 1;
  return kSuccess;
}

int nvrtcGetPTX(void* program, char* ptx) {
  return copy(static_cast<Program*>(program)->ptx, ptx);
}

// Machine code is an ELF file for EM_CUDA, as NVIDIA's is, without contents.
int nvrtcGetCUBINSize(void*, std::size_t* size) {
  *size = sizeof(Elf64_Ehdr);
  return kSuccess;
}

int nvrtcGetCUBIN(void* program, char* cubin) {
  constexpr int kCuda = 190;
  Elf64_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_machine = kCuda;
  head.e_ehsize = sizeof head;
  head.e_shoff = sizeof head;                                                    // where the file ends
  head.e_entry = std::hash<std::string>()(static_cast<Program*>(program)->ptx);  // no two are equal
  std::memcpy(cubin, &head, sizeof head);
  return kSuccess;
}

int nvrtcDestroyProgram(void** program) {
  if (program == nullptr || *program == nullptr) return kInvalidProgram;
  delete static_cast<Program*>(*program);
  *program = nullptr;
  return kSuccess;
}

}  // extern "C"
