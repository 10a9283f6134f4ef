// Translates one prepared LLVM function to the kernel model.
//
// Every LLVM value becomes a list of parts, lowest first: one for a scalar, one for each component of a
// vector, two for a pointer (array and byte offset), and those of all members for an aggregate.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/points_to.h"
#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/program/program.h"
#include "verify/frontend/translate/declared_accesses.h"
#include "verify/frontend/translate/value_builder.h"
#include "verify/model/kernel_model.h"
#include "verify/model/variables.h"

namespace llvm {
class DominatorTree;
class LoopInfo;
}  // namespace llvm

namespace launchproof::frontend {

struct CalledAnnotation;

using Parts = std::vector<ValueId>;

// A subscript of an array with this number of elements and bytes.
struct ArrayIndex {
  ValueId index = model::kNone;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

struct Pointer {
  ValueId base = model::kNone;
  ValueId offset = model::kNone;
  PointsTo targets;
  std::vector<ArrayIndex> indices;  // subscripts in the address computation
};

// The target of a pointer that is passed to a procedure.
struct ProcedurePointer {
  std::uint32_t parameter = model::kNone;    // parameter of the kernel, or
  llvm::GlobalVariable* variable = nullptr;  // of the program
  std::optional<std::uint64_t> offset;       // in bytes, if it is always the same
  std::uint32_t zeros = 0;                   // otherwise: number of its low bits that are 0

  bool operator==(const ProcedurePointer&) const = default;
};

// A call by contract (contracts.h), by its number in the model.
struct ProcedureCall {
  std::string function;
  std::vector<ProcedurePointer> pointers;  // by pointer argument
  bool is_followed = true;                 // each pointer points into one array in shared memory
};

class KernelTranslator {
 public:
  KernelTranslator(llvm::Function& function, const KernelSyntax& syntax, model::KernelModel& model);

  void run(const std::vector<Refusal>& refusals);
  const std::vector<ProcedureCall>& procedure_calls() const { return d_procedure_calls; }
  // Returns the variables that hold values of the model, as run() found them.
  const model::Variables& variables() const { return d_variables; }
  // Returns the sites at which floats are read or written.
  const std::set<model::SiteId>& float_sites() const { return d_float_sites; }

  // The following functions serve the handlers of built-in functions.
  ValueBuilder& values() { return d_values; }
  model::KernelModel& model() { return d_model; }
  Parts parts(const llvm::Value* value);
  Pointer pointer(const llvm::Value* value);
  Pointer moved(Pointer pointer, ValueId bytes);
  // Reads or writes `count` components of `component_bytes` in one site. If the array is unknown, adds an
  // unsupported item, and values are arbitrary.
  Parts read(const Pointer& from, unsigned component_bytes, unsigned count, bool is_volatile = false);
  void write(const Pointer& to, unsigned component_bytes, const Parts& components, bool is_volatile = false);
  // Adds a site of any kind. Returns kNone if the pointer's array is unknown, which an unsupported item then
  // reports.
  model::SiteId add_site(model::Site site, const Pointer& at);
  model::BarrierId add_barrier(model::Barrier barrier);
  // Adds a fence, or a warp function with a mask of threads.
  void add_fence(model::Fence fence);
  void add_fence(model::MaskMeeting meeting = model::MaskMeeting::None, const std::string& function = {},
                 std::uint32_t lanes = 0);
  // Returns whether the warp functions that follow, up to the next mask, apply to only part of the warp.
  bool is_part_of_warp() const { return d_is_part_of_warp; }
  void set_part_of_warp(bool is_part) { d_is_part_of_warp = is_part; }
  void unsupported(const std::string& construct);
  void define(const llvm::Value& value, Parts parts);
  Parts undefined(llvm::Type* type);
  // Returns a suffix for names of functions that is unique to one place in the program.
  std::string next_place() { return "." + std::to_string(++d_places); }

  // Returns whether the build options leave undefined what is computed with infinities or NaNs.
  bool is_finite_math() const;

  // Returns the widths of the parts of a type; empty for void. Clears `known` for a type that no model value
  // can represent.
  std::vector<unsigned> widths(llvm::Type* type, bool& known) const;
  std::vector<unsigned> widths(llvm::Type* type);
  const llvm::DataLayout& layout() const { return d_layout; }
  unsigned address_bits() const { return d_model.address_bits; }

 private:
  void number_blocks();
  std::string unreadable(const llvm::LoopInfo& loops) const;
  void order_blocks(const llvm::LoopInfo& loops);
  void add_loops(llvm::LoopInfo& loops);
  void fill_phis();
  void translate(const llvm::BasicBlock& block);
  void translate(const llvm::Instruction& instruction);
  void terminator(const llvm::Instruction& instruction, model::Block& block);
  Parts of_two(const llvm::CallBase& call, const std::string& name);
  Parts of_accesses(const llvm::CallBase& call, const std::string& name);
  void settle_queries();
  std::string compares_accesses(ValueId condition) const;
  ValueId object(const Pointer& at);
  ValueId is_fresh(const llvm::CallBase& call);
  ValueId has_taken(const llvm::CallBase& call);
  void settle_taken_values();
  void declare_access(const llvm::CallBase& call, const std::string& name);
  void annotate(const llvm::CallBase& call, const CalledAnnotation& called);
  // These functions translate barrier invariants (translate_barrier_invariants.cpp).
  bool has_barrier_invariants();
  bool take_snapshot(const llvm::CallBase& call);
  bool claim_scan(const llvm::CallBase& call, model::Annotation& item);
  void permit_read(const llvm::CallBase& call, model::Annotation& item);
  void invariant_at_barrier(const llvm::CallBase& call, model::Annotation& item);
  void add_phi(const llvm::PHINode& phi, model::BlockId block);

  Parts constant(const llvm::Constant& constant);
  Parts constant_expression(const llvm::ConstantExpr& expression);
  Parts argument(const llvm::Argument& argument);
  Parts integer_operation(const llvm::Operator& operation, unsigned opcode);
  Parts float_operation(const llvm::Instruction& instruction);
  Parts product_and_sum(const llvm::IntrinsicInst& call);
  // Returns one component of a sum. Both function names include the place in the program.
  ValueId sum(const std::string& name, ValueId a, ValueId b, const std::string& place);
  ValueId relaxed_operation(const std::string& name, ValueId a, ValueId b, const std::string& place);
  std::vector<ValueId> factors(ValueId id) const;
  bool add_leaves(ValueId id, std::vector<ValueId>& leaves) const;
  std::string_view function_name(ValueId id) const;  // empty if the value is not a function
  bool is_relaxed() const;
  Parts comparison(const llvm::CmpInst& compare);
  Parts pointer_comparison(const llvm::ICmpInst& compare);
  Parts pointer_address(const llvm::Value* value, unsigned width);
  ValueId start_address(ValueId base);
  // Translates an integer that was computed from pointers into one array to its distance from the array's
  // start.
  Parts pointer_from_integer(const llvm::Operator& operation);
  Parts cast(const llvm::Operator& operation, unsigned opcode);
  Parts bit_cast(const Parts& from, llvm::Type* type);
  Parts select(const llvm::SelectInst& select);
  Parts element_pointer(const llvm::GEPOperator& operation);
  // Returns the array subscripts in the address computation of the pointer.
  std::vector<ArrayIndex> array_indices(const llvm::Value* pointer);
  Parts shuffle(const llvm::ShuffleVectorInst& shuffle);
  Parts extract_element(const llvm::ExtractElementInst& extract);
  Parts insert_element(const llvm::InsertElementInst& insert);
  void load(const llvm::LoadInst& load);
  void store(const llvm::StoreInst& store);
  void call(const llvm::CallBase& call);
  void wait(const llvm::CallBase& call);
  void call_by_contract(const llvm::CallBase& call);
  void copy_of_queue(const llvm::CallBase& call);
  bool intrinsic(const llvm::CallBase& call);
  std::size_t aggregate_offset(llvm::Type* type, llvm::ArrayRef<unsigned> indices, llvm::Type*& member);
  ValueId base_value(const PointsTo& targets);
  model::LocationId location(const llvm::DILocation* place);
  void at(const llvm::Instruction& instruction, model::BlockId block);

  llvm::Function& d_function;
  model::KernelModel& d_model;
  const llvm::DataLayout& d_layout;
  ValueBuilder d_values;
  PointerAnalysis d_pointers;
  std::vector<const llvm::BasicBlock*> d_order;
  llvm::DenseMap<const llvm::BasicBlock*, model::BlockId> d_blocks;
  llvm::DenseMap<const llvm::Value*, Parts> d_parts;
  llvm::DenseMap<const llvm::DILocation*, model::LocationId> d_locations;
  // For calls that query accesses: the number of the query, or the reason why there is none.
  llvm::DenseMap<const llvm::CallBase*, std::uint32_t> d_queries;
  llvm::DenseMap<const llvm::CallBase*, std::string> d_open_queries;
  std::optional<bool> d_follows_memory;         // whether the kernel has barrier invariants
  model::ArrayId d_snapshot_to = model::kNone;  // array of the half that was seen last
  model::ScanClaim d_scan;                      // claim of the half that was seen last
  std::vector<ValueId> d_taken;                 // unknown parts of values that atomics returned
  std::vector<DeclaredAccess> d_declared;
  const llvm::DominatorTree* d_dominators = nullptr;
  std::uint32_t d_places = 0;
  bool d_is_part_of_warp = false;
  model::Variables d_variables;
  std::set<model::SiteId> d_float_sites;
  std::vector<ProcedureCall> d_procedure_calls;
  bool d_observes = false;      // what is translated reads for an annotation
  bool d_non_temporal = false;  // or is taken out of the search for races
  bool d_in_flight = false;     // or represents a copy that is in flight
  bool d_non_coherent = false;  // or need not find what others wrote
  // Site::ended, ::arriving and ::awaited of the accesses that follow in the block.
  std::vector<ValueId> d_ended, d_arriving, d_awaited;
};

}  // namespace launchproof::frontend
