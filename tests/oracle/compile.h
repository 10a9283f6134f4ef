// The compile step: Clang's LLVM IR for one kernel file, at -O0, with no pass run on it.
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
  std::unique_ptr<llvm::Module> module;  // null when it did not compile
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
