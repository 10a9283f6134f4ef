// Fills a kernel's tables while its IR is rewritten. LLVM types stay in this folder's sources.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

#include <string>
#include <utility>
#include <vector>

#include "verify/replay/memory/image.h"
#include "verify/replay/memory/operations.h"

namespace launchproof::replay {

// Marks accesses that the rewriting made to the machine's own state.
inline constexpr const char* kMachineState = "launchproof.machine";

// Returns the place and, for inlined code, the call sites outward.
std::vector<verdict::SourceLocation> locations_of(const llvm::DebugLoc& place);

// Shared by the steps of rewriting.
struct Rewriting {
  llvm::Module& module;
  llvm::Function& kernel;
  KernelTables& tables;
  std::string refusal;          // the first construct that cannot be executed, with its place
  llvm::Value* item = nullptr;  // the MachineItem that runs
  using ParameterObjects = llvm::DenseMap<const llvm::Value*, std::uint32_t>;
  ParameterObjects parameters = ParameterObjects();  // NOLINT(readability-redundant-member-init)
  // The images among the kernel's own parameters, until lower_images().
  struct ImageValue {
    llvm::Value* memory = nullptr;  // the first pixel
    llvm::Value* shape = nullptr;   // its model::ImageShape
  };
  using Images = llvm::DenseMap<const llvm::Value*, ImageValue>;
  using Samplers = llvm::DenseMap<const llvm::Value*, llvm::Value*>;
  Images images = Images();        // NOLINT(readability-redundant-member-init)
  Samplers samplers = Samplers();  // their bits NOLINT(readability-redundant-member-init)
  std::vector<std::pair<std::uint32_t, llvm::WeakTrackingVH>> sites;  // with the pointers that they access
  bool is_in_place = false;  // accesses go to memory of this process, and are not recorded

  void refuse(const std::string& construct, const llvm::DebugLoc& place);
  // Adds an access through `pointer` and returns its number.
  std::uint32_t add_site(llvm::Value* pointer, SiteKind kind, std::uint64_t bytes,
                         const llvm::DebugLoc& place, model::AtomicScope scope = model::AtomicScope::Device);
  // Loads a member of the MachineItem or of what it points to. Machine code never sees it change.
  llvm::Value* constant_member(llvm::IRBuilder<>& builder, llvm::Value* structure, std::uint64_t offset,
                               llvm::Type* type) const;
  llvm::FunctionCallee hook(const char* name);
  // Makes an atomic operation, in an order as C11 numbers memory_order, and returns the old value as an
  // integer of the width of `operand`.
  llvm::Value* atomic(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op, llvm::Value* operand,
                      llvm::Value* wanted, model::AtomicScope scope, std::uint32_t order = 0);
};

// Makes the operation as an atomic instruction; as Rewriting::atomic.
llvm::Value* atomic_in_place(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op,
                             llvm::Value* operand, llvm::Value* wanted);

// Calls of OpenCL C's functions become instructions and calls of hooks or mathematical functions.
void lower_builtins(Rewriting& rewriting);

// Sets `bytes` to what a variable holds at first. Returns false where it holds something else than numbers.
bool initial_bytes(const llvm::GlobalVariable& variable, std::vector<std::uint8_t>& bytes);

// Rewrites the kernel: memory becomes objects, accesses become calls of hooks, loops count, divisions cannot
// trap.
void assign_objects(Rewriting& rewriting);
// Finds the objects from which each site's address may be computed, and the objects that may be written.
void resolve_sites(Rewriting& rewriting);
void count_loops(Rewriting& rewriting);
// Finds in which order control passes the places at which work-items meet.
void order_meetings(Rewriting& rewriting);
void instrument(Rewriting& rewriting);
// Gives divisions that would end the process another divisor, and notes it in the item.
void guard_divisions(Rewriting& rewriting);
// Puts returns where control cannot come. Code generation puts nothing there, and a defect would run on into
// other code.
void return_where_unreachable(llvm::Function& kernel);

// Uses memory in place of assign_objects() and instrument(): accesses stay as they are, in memory of this
// process. Variables of the program lie at `variables`. Sets KernelTables::local_bytes.
void use_memory_in_place(Rewriting& rewriting, const VariableAddresses& variables);
// Sets MachineItem::open_floats. Last, as no other step may take its accesses for the kernel's.
void watch_floats(Rewriting& rewriting);
// Returns the address for an access that needs no record, in place. Null when this one needs a call.
llvm::Value* direct_address(Rewriting& rewriting, llvm::Instruction& access, llvm::Value* pointer,
                            std::uint32_t site, bool writes);

}  // namespace launchproof::replay
