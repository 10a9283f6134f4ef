#include "verify/frontend/cuda/prelude.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Serialization/ASTWriter.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/headers.h"
#include "verify/frontend/cuda/target.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kFile = "/launchproof.cuda/prelude.pch";
constexpr const char* kEmptySource = "/launchproof.cuda/prelude.cu";

// So many compilations with the same arguments do without. A process that checks one kernel compiles it
// twice.
constexpr unsigned kCompilationsWithout = 2;
constexpr std::ptrdiff_t kMostPreludes = 4;  // each has a few megabytes
constexpr std::size_t kMostCounts = 256;

class PrecompileAction : public clang::ASTFrontendAction {
 public:
  explicit PrecompileAction(std::shared_ptr<clang::PCHBuffer> buffer) : d_buffer(std::move(buffer)) {}

 protected:
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    accept_ptx_operands(compiler);
    return true;
  }

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getLangOpts().CompilingPCH = true;
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), kFile, /*isysroot=*/"", d_buffer,
        llvm::ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>());
  }

 private:
  std::shared_ptr<clang::PCHBuffer> d_buffer;
};

// The embedded headers alone: a prelude that asks for a real file is none.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> embedded_files() {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files(new llvm::vfs::InMemoryFileSystem);
  const auto add = [&](const std::string& name, llvm::StringRef text) {
    files->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  };
  for (const Header& header : headers())
    add(std::string(kHeaderFolder) + "/" + std::string(header.name), header.text);
  add(kAnnotationFile, annotation_declarations());
  add(kEmptySource, "");
  return files;
}

// Null where Clang says anything about it.
Prelude precompiled(const std::vector<std::string>& arguments) {
  clang::CompilerInstance compiler;
  clang::IgnoringDiagConsumer ignored;
  compiler.createDiagnostics(&ignored, /*ShouldOwnClient=*/false);
  std::vector<const char*> pointers;
  pointers.reserve(arguments.size());
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  pointers.back() = kEmptySource;
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers,
                                                 compiler.getDiagnostics()))
    return nullptr;
  compiler.createDiagnostics(&ignored, /*ShouldOwnClient=*/false);
  compiler.createFileManager(embedded_files());
  const auto buffer = std::make_shared<clang::PCHBuffer>();
  PrecompileAction action(buffer);
  const bool done = compiler.ExecuteAction(action);
  if (!done || compiler.getDiagnostics().hasErrorOccurred() || ignored.getNumWarnings() != 0 ||
      !buffer->IsComplete)
    return nullptr;
  return std::make_shared<const llvm::SmallVector<char, 0>>(buffer->Data.begin(), buffer->Data.end());
}

// Returns whether only embedded headers precede the source.
bool is_embedded(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "-DLAUNCHPROOF_TOOLKIT") return false;
    if (arguments[i] == "-include" && arguments[i + 1] != kMainHeader && arguments[i + 1] != kAnnotationFile)
      return false;
  }
  return true;
}

struct Known {
  unsigned compilations = 0;
  bool is_made = false;
  Prelude prelude;
};

}  // namespace

Prelude prelude(const std::vector<std::string>& arguments) {
  if (!is_embedded(arguments)) return nullptr;
  static std::mutex mutex;
  static std::map<std::vector<std::string>, Known> all;  // by all arguments but the source
  const std::vector<std::string> key(arguments.begin(), arguments.end() - 1);
  const std::lock_guard lock(mutex);
  if (all.size() >= kMostCounts && !all.contains(key)) all.clear();
  if (++all[key].compilations > kCompilationsWithout && !all[key].is_made) {
    if (std::ranges::count_if(all, [](const auto& one) { return one.second.prelude != nullptr; }) >=
        kMostPreludes)
      for (auto& [of, known] : all) known = {};
    all[key].is_made = true;
    all[key].prelude = precompiled(arguments);
  }
  return all[key].prelude;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_prelude(
    const Prelude& prelude, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    std::vector<std::string>& arguments) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all(
      new llvm::vfs::OverlayFileSystem(std::move(files)));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
  memory->addFileNoOwn(kFile, 0,
                       llvm::MemoryBufferRef(llvm::StringRef(prelude->data(), prelude->size()), kFile));
  memory->addFile(kEmptySource, 0,
                  llvm::MemoryBuffer::getMemBuffer(""));  // Clang asks whether it is as it was
  all->pushOverlay(memory);
  arguments.insert(arguments.begin(), {"-include-pch", kFile});
  return all;
}

}  // namespace launchproof::frontend::cuda
