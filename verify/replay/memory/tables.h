// Fills a kernel's tables while rewriting its IR. LLVM types do not leave the sources of this folder.
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

// Marks accesses to the machine's own state that the rewriting added.
inline constexpr const char* kMachineState = "launchproof.machine";

// Returns the place and, for inlined code, its call sites from the inside out.
std::vector<verdict::SourceLocation> locations_of(const llvm::DebugLoc& place);

// State shared by the rewriting steps.
struct Rewriting {
  llvm::Module& module;
  llvm::Function& kernel;
  KernelTables& tables;
  std::string refusal;          // the first construct that cannot be executed, with its place
  llvm::Value* item = nullptr;  // the running MachineItem
  using ParameterObjects = llvm::DenseMap<const llvm::Value*, std::uint32_t>;
  ParameterObjects parameters = ParameterObjects();  // NOLINT(readability-redundant-member-init)
  // An image among the kernel's own parameters. Used until lower_images().
  struct ImageValue {
    llvm::Value* memory = nullptr;  // the first pixel
    llvm::Value* shape = nullptr;   // its model::ImageShape
  };
  using Images = llvm::DenseMap<const llvm::Value*, ImageValue>;
  using Samplers = llvm::DenseMap<const llvm::Value*, llvm::Value*>;
  Images images = Images();        // NOLINT(readability-redundant-member-init)
  Samplers samplers = Samplers();  // their bits NOLINT(readability-redundant-member-init)
  std::vector<std::pair<std::uint32_t, llvm::WeakTrackingVH>> sites;  // sites, with the pointers that they
                                                                      // access
  bool is_in_place = false;  // accesses use memory of this process and are not recorded

  void refuse(const std::string& construct, const llvm::DebugLoc& place);
  // Adds an access through `pointer` and returns its number.
  std::uint32_t add_site(llvm::Value* pointer, SiteKind kind, std::uint64_t bytes,
                         const llvm::DebugLoc& place, model::AtomicScope scope = model::AtomicScope::Device);
  // Loads a member of the MachineItem or of an object that it points to. The member must not change while
  // machine code runs.
  llvm::Value* constant_member(llvm::IRBuilder<>& builder, llvm::Value* structure, std::uint64_t offset,
                               llvm::Type* type) const;
  llvm::FunctionCallee hook(const char* name);
  // Creates an atomic operation whose order is a C11 memory_order number, and returns the old value as an
  // integer of the width of `operand`.
  llvm::Value* atomic(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op, llvm::Value* operand,
                      llvm::Value* wanted, model::AtomicScope scope, std::uint32_t order = 0);
};

// Creates the operation as an atomic instruction; otherwise as Rewriting::atomic.
llvm::Value* atomic_in_place(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op,
                             llvm::Value* operand, llvm::Value* wanted);

// Replaces calls of OpenCL C functions by instructions and calls of hooks or mathematical functions.
void lower_builtins(Rewriting& rewriting);

// Sets `bytes` to the initial value of a variable. Returns false if it contains anything other than numbers.
bool initial_bytes(const llvm::GlobalVariable& variable, std::vector<std::uint8_t>& bytes);

// The following functions rewrite the kernel: memory becomes objects, accesses become calls of hooks, loops
// are counted, and divisions cannot trap.
void assign_objects(Rewriting& rewriting);
// Determines the objects from which each site's address may be computed, and the objects that may be written.
void resolve_sites(Rewriting& rewriting);
void count_loops(Rewriting& rewriting);
// Determines the order in which control passes the places where work-items meet.
void order_meetings(Rewriting& rewriting);
void instrument(Rewriting& rewriting);
// Replaces the divisor of divisions that would end the process, and records that in the item.
void guard_divisions(Rewriting& rewriting);
// Adds returns in unreachable places. Code generation emits nothing there, so a defect would run on into
// other code.
void return_where_unreachable(llvm::Function& kernel);

// Replaces assign_objects() and instrument() for execution in place: accesses stay as they are and use memory
// of this process. Variables of the program are at `variables`. Sets KernelTables::local_bytes.
void use_memory_in_place(Rewriting& rewriting, const VariableAddresses& variables);
// Sets MachineItem::open_floats. Must be the last step, since no other step may mistake its accesses for the
// kernel's.
void watch_floats(Rewriting& rewriting);
// Returns the address for an access that needs no record and can be made directly. Returns null if the access
// needs a call.
llvm::Value* direct_address(Rewriting& rewriting, llvm::Instruction& access, llvm::Value* pointer,
                            std::uint32_t site, bool writes);

}  // namespace launchproof::replay
