// Compiles one kernel file with Clang to LLVM IR at -O0, without running any passes on it.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace launchproof::oracle {

struct CompiledFile {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;  // null if it did not compile
  std::string messages;                  // the compiler's

  CompiledFile();
  CompiledFile(CompiledFile&&) noexcept;
  ~CompiledFile();
};

// Whether the file is a CUDA program.
bool is_cuda(const std::string& path);

// Runs Clang in this process, with the options of its command line.
CompiledFile compile(const std::string& path, const std::vector<std::string>& build_options);

}  // namespace launchproof::oracle
