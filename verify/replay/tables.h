// Fills a kernel's tables while its IR is rewritten. LLVM types stay in this folder's sources.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>
#include <utility>
#include <vector>

#include "verify/replay/hooks.h"
#include "verify/replay/image.h"

namespace launchproof::replay {

// The place and, for inlined code, the call sites outward.
std::vector<verdict::SourceLocation> locations_of(const llvm::DebugLoc& place);

// Shared by the steps of rewriting.
struct Rewriting {
  llvm::Module& module;
  llvm::Function& kernel;
  KernelTables& tables;
  std::string refusal;  // the first construct that cannot be executed, with its place

  void refuse(const std::string& construct, const llvm::DebugLoc& place);
  std::uint32_t add_site(SiteKind kind, std::uint64_t bytes, const llvm::DebugLoc& place,
                         model::AtomicScope scope = model::AtomicScope::Device);
  llvm::FunctionCallee hook(const char* name);
  // The old value as an integer of the width of `operand`.
  llvm::Value* atomic(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op, llvm::Value* operand,
                      llvm::Value* wanted, model::AtomicScope scope);
};

// Calls of OpenCL C's functions become instructions and calls of hooks or mathematical functions.
void lower_builtins(Rewriting& rewriting);

// Memory becomes objects, accesses become calls of hooks, loops count, divisions cannot trap.
void assign_objects(Rewriting& rewriting);
void instrument(Rewriting& rewriting);

}  // namespace launchproof::replay
