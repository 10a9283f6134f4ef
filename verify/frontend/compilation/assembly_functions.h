// Inline assembly as calls of functions that are compiled from its PTX.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace launchproof::frontend {

// The functions that stand for the inline assembly of a module.
class AssemblyFunctions {
 public:
  // Looks for calls of inline assembly. Assembly that is not PTX, or whose operands are not understood, is
  // left out.
  explicit AssemblyFunctions(llvm::Module& module);

  // CUDA C++ that defines the functions; empty if there are none.
  const std::string& text() const { return d_text; }
  // Headers that the text needs besides ptx_operations.h.
  const std::set<std::string>& headers() const { return d_headers; }
  // Returns whether arithmetic deviates from IEEE 754.
  bool is_relaxed() const { return d_is_relaxed; }

  // Returns whether some assembly whose place among accesses matters does not tell the compiler so
  // ("memory").
  bool may_be_moved() const { return d_may_be_moved; }

  // Replaces the assembly by calls. Requires that the functions were linked into the module.
  void call() const;

 private:
  llvm::Module& d_module;
  std::string d_text;
  std::set<std::string> d_headers;
  bool d_is_relaxed = false;
  bool d_may_be_moved = false;

  // A function, and the memories of its operands, as in ptx::Assembly.
  struct Function {
    std::string name;
    std::vector<std::string> memories;
  };
  // By the assembly with its operands; without a name if it is left out.
  std::map<std::string, Function> d_functions;
};

}  // namespace launchproof::frontend
