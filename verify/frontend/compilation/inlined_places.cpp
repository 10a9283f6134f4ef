#include "verify/frontend/compilation/inlined_places.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/Path.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/frontend/ptx/text/call_sites.h"

namespace launchproof::frontend {
namespace {

class Restorer {
 public:
  Restorer(llvm::LLVMContext& context, std::vector<ptx::CallSite> calls)
      : d_context(context), d_calls(std::move(calls)) {}

  void restore(llvm::Instruction& instruction) {
    const llvm::DILocation* place = instruction.getDebugLoc();
    if (place == nullptr) return;
    const ptx::LineOfCall found = ptx::line_of(place->getLine());
    if (found.call == 0 || found.call > d_calls.size() || place->getInlinedAt() != nullptr) return;
    instruction.setDebugLoc(llvm::DILocation::get(d_context, found.line, 0, place->getScope(),
                                                  call(found.call, *place->getScope()->getSubprogram())));
  }

 private:
  llvm::DILocation* call(unsigned number, llvm::DISubprogram& function) {
    llvm::DILocation*& known = d_known[{&function, number}];
    if (known != nullptr) return known;
    const ptx::CallSite& site = d_calls[number - 1];
    // Calls are listed after those around them.
    llvm::DILocation* outer =
        site.inlined_at == 0 || site.inlined_at >= number ? nullptr : call(site.inlined_at, function);
    auto* scope = llvm::DILexicalBlockFile::get(d_context, &function, file(site.file, function), 0);
    return d_known[{&function, number}] =
               llvm::DILocation::getDistinct(d_context, site.line, 0, scope, outer);
  }

  // Returns the file under the name that Clang gives it where a `#line` directive names it: without the
  // folders that it has in common with the working directory.
  llvm::DIFile* file(const std::string& name, const llvm::DISubprogram& function) {
    namespace path = llvm::sys::path;
    const llvm::StringRef here = function.getUnit()->getDirectory();
    if (!path::is_absolute(name)) return llvm::DIFile::get(d_context, name, here);
    llvm::SmallString<256> folder;
    llvm::SmallString<256> rest;
    auto part = path::begin(name);
    for (auto of_here = path::begin(here);
         of_here != path::end(here) && part != path::end(name) && *part == *of_here; ++part, ++of_here)
      path::append(folder, *part);
    if (folder.empty() || path::root_path(folder) == folder) return llvm::DIFile::get(d_context, name, "");
    for (; part != path::end(name); ++part) path::append(rest, *part);
    return llvm::DIFile::get(d_context, rest, folder);
  }

  llvm::LLVMContext& d_context;
  std::vector<ptx::CallSite> d_calls;
  std::map<std::pair<llvm::DISubprogram*, unsigned>, llvm::DILocation*> d_known;
};

}  // namespace

void restore_inlined_places(llvm::Module& module, std::string_view program) {
  std::vector<ptx::CallSite> calls = ptx::calls_in(program);
  if (calls.empty()) return;
  Restorer restorer(module.getContext(), std::move(calls));
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) restorer.restore(instruction);
}

}  // namespace launchproof::frontend
