#include "verify/frontend/translate/kernel_translator.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <utility>

#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/variables.h"
#include "verify/frontend/passes/contracts.h"
#include "verify/frontend/passes/copy_accesses.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/passes/lower_roles.h"
#include "verify/frontend/passes/non_temporal.h"
#include "verify/frontend/passes/snapshots.h"
#include "verify/frontend/translate/prune.h"

namespace launchproof::frontend {

KernelTranslator::KernelTranslator(llvm::Function& function, const KernelSyntax& syntax,
                                   model::KernelModel& model)
    : d_function(function),
      d_model(model),
      d_layout(function.getParent()->getDataLayout()),
      d_values(model),
      d_pointers(function, syntax, model) {}

void KernelTranslator::run(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals)
    d_model.unsupported.push_back({refusal.construct, location(refusal.location.get())});
  llvm::DominatorTree dominators(d_function);
  d_dominators = &dominators;
  llvm::LoopInfo loops(dominators);
  order_blocks(loops);
  if (const std::string reason = unreadable(loops); !reason.empty()) {
    // If loops cannot be represented, no engine can use the graph. The model is then a single block that says
    // why.
    d_model.blocks.emplace_back().name = "entry";
    d_model.unsupported.push_back(
        {reason, location(d_function.getEntryBlock().getTerminator()->getDebugLoc().get())});
    return;
  }
  number_blocks();
  add_loops(loops);
  for (const llvm::BasicBlock* block : d_order) translate(*block);
  fill_phis();
  for (model::Annotation& item : d_model.annotations) {
    // The condition is that of the branch before the excluded part.
    const model::Block& block = d_model.blocks[item.block];
    if (block.excluded_by == model::kNone || block.predecessors.size() != 1) continue;
    item.block = block.predecessors.front();
    item.condition = d_model.blocks[item.block].condition;
    item.two_items =
        std::ranges::any_of(d_model.values, [](const model::Value& v) { return v.op == Op::Other; });
  }
  settle_queries();
  settle_taken_values();
  assert_declared_accesses(d_declared, d_values, d_model);
  model::Variables variables =
      marked_variables(d_function, d_model, [this](const llvm::Value& value) { return parts(&value); });
  const std::vector<ValueId> renamed = prune(d_model);
  for (model::Variable& variable : variables) {
    variable.value = renamed[variable.value];
    if (variable.value != model::kNone) d_variables.push_back(std::move(variable));
  }
}

// Returns why the control flow cannot be represented in a model; empty if it can.
std::string KernelTranslator::unreadable(const llvm::LoopInfo& loops) const {
  for (const llvm::BasicBlock* block : d_order) {
    const llvm::Instruction* last = block->getTerminator();
    if (!llvm::isa<llvm::BranchInst>(last) && !llvm::isa<llvm::ReturnInst>(last) &&
        !llvm::isa<llvm::UnreachableInst>(last))
      return std::string("control flow by the instruction ") + last->getOpcodeName();
  }
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(d_order, loops))
    return "control flow that enters a loop at several places (goto)";
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (loop->getLoopLatch() == nullptr || loop->getLoopPreheader() == nullptr)
      return "a loop that cannot be given one entry and one way back";
  return {};
}

// A reverse post-order in which a loop's blocks come before what follows the loop, which is close to the
// order of the source.
void KernelTranslator::order_blocks(const llvm::LoopInfo& loops) {
  struct Visit {
    const llvm::BasicBlock* block;
    std::vector<const llvm::BasicBlock*> open;  // successors still to visit; the next one is last
  };
  const auto visit = [&](const llvm::BasicBlock* block) {
    Visit item{block, {}};
    const llvm::Loop* loop = loops.getLoopFor(block);
    // The last one is visited first and therefore comes last: the exit of the loop.
    const auto leaves = [&](const llvm::BasicBlock* to) { return loop != nullptr && !loop->contains(to); };
    for (const bool leaving : {false, true})
      for (const llvm::BasicBlock* successor : llvm::successors(block))
        if (leaves(successor) == leaving) item.open.push_back(successor);
    return item;
  };
  llvm::DenseSet<const llvm::BasicBlock*> seen{&d_function.getEntryBlock()};
  std::vector<Visit> stack{visit(&d_function.getEntryBlock())};
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.open.empty()) {
      d_order.push_back(top.block);
      stack.pop_back();
      continue;
    }
    const llvm::BasicBlock* next = top.open.back();
    top.open.pop_back();
    if (seen.insert(next).second) stack.push_back(visit(next));
  }
  std::reverse(d_order.begin(), d_order.end());
}

void KernelTranslator::number_blocks() {
  for (const llvm::BasicBlock* block : d_order) {
    d_blocks[block] = static_cast<model::BlockId>(d_model.blocks.size());
    d_model.blocks.emplace_back().name = block->getName().str();
  }
  for (const llvm::BasicBlock* block : d_order) {
    const model::BlockId id = d_blocks[block];
    for (const llvm::BasicBlock* successor : llvm::successors(block)) {
      d_model.blocks[id].successors.push_back(d_blocks[successor]);
      d_model.blocks[d_blocks[successor]].predecessors.push_back(id);
    }
  }
}

void KernelTranslator::add_loops(llvm::LoopInfo& loops) {
  llvm::DenseMap<const llvm::Loop*, model::LoopId> ids;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const auto id = static_cast<model::LoopId>(d_model.loops.size());
    ids[loop] = id;
    model::Loop& item = d_model.loops.emplace_back();
    item.header = d_blocks[loop->getHeader()];
    item.latch = d_blocks[loop->getLoopLatch()];
    item.preheader = d_blocks[loop->getLoopPreheader()];
    item.parent = loop->getParentLoop() == nullptr ? model::kNone : ids[loop->getParentLoop()];
    item.depth = loop->getLoopDepth();
    for (const llvm::BasicBlock* block : d_order)
      if (loop->contains(block)) item.blocks.push_back(d_blocks[block]);
    const llvm::DebugLoc start = loop->getStartLoc();
    item.location = location(start.get());
  }
  for (const llvm::BasicBlock* block : d_order)
    if (const llvm::Loop* loop = loops.getLoopFor(block)) d_model.blocks[d_blocks[block]].loop = ids[loop];
}

model::LocationId KernelTranslator::location(const llvm::DILocation* place) {
  if (place == nullptr) return model::kNone;
  if (const auto found = d_locations.find(place); found != d_locations.end()) return found->second;
  model::Location item;
  item.call_site = location(place->getInlinedAt());
  item.file = place->getFilename().str();
  item.line = place->getLine();
  item.column = place->getColumn();
  if (const llvm::DISubprogram* function = place->getScope()->getSubprogram())
    item.function = function->getName().str();
  const auto id = static_cast<model::LocationId>(d_model.locations.size());
  d_model.locations.push_back(std::move(item));
  d_locations[place] = id;
  return id;
}

void KernelTranslator::at(const llvm::Instruction& instruction, model::BlockId block) {
  d_values.at(block, location(instruction.getDebugLoc().get()));
}

void KernelTranslator::unsupported(const std::string& construct) {
  for (const model::UnsupportedItem& item : d_model.unsupported)
    if (item.construct == construct && item.location == d_values.location()) return;
  d_model.unsupported.push_back({construct, d_values.location()});
}

std::vector<unsigned> KernelTranslator::widths(llvm::Type* type, bool& known) const {
  std::vector<unsigned> all;
  const auto append = [&](llvm::Type* member, std::uint64_t count) {
    const std::vector<unsigned> one = widths(member, known);
    for (std::uint64_t i = 0; i < count && all.size() < 100'000; ++i)
      all.insert(all.end(), one.begin(), one.end());
  };
  if (type->isVoidTy()) return all;
  if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    known &= integer->getBitWidth() <= 64;
    return {std::min(integer->getBitWidth(), 64U)};
  }
  if (type->isHalfTy() || type->isBFloatTy()) return {16};
  if (type->isFloatTy()) return {32};
  if (type->isDoubleTy()) return {64};
  if (type->isPointerTy()) return {32, address_bits()};
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    known &= !vector->getElementType()->isPointerTy();
    append(vector->getElementType(), vector->getNumElements());
    return all;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    append(array->getElementType(), array->getNumElements());
    return all;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* member : structure->elements()) append(member, 1);
    return all;
  }
  if (is_event(type)) return {kEventBits};
  if (is_sampler(type) || is_pipe(type)) return {32};
  if (is_reservation(type)) return {kReservationBits};
  if (is_image(type)) return {32, address_bits()};
  known = false;
  return {1};
}

std::vector<unsigned> KernelTranslator::widths(llvm::Type* type) {
  bool known = true;
  std::vector<unsigned> all = widths(type, known);
  if (!known) unsupported("a value of type " + type_name(type) + " that the model cannot hold");
  return all;
}

Parts KernelTranslator::undefined(llvm::Type* type) {
  Parts all;
  if (type->isPointerTy()) return {d_values.constant(32, 0), d_values.undefined(address_bits())};
  for (const unsigned width : widths(type)) all.push_back(d_values.undefined(width));
  return all;
}

void KernelTranslator::define(const llvm::Value& value, Parts parts) {
  d_parts[&value] = std::move(parts);
}

Parts KernelTranslator::parts(const llvm::Value* value) {
  if (const auto found = d_parts.find(value); found != d_parts.end()) return found->second;
  Parts made;
  if (const model::ArrayId array = d_pointers.array_of(value); array != model::kNone)
    made = {d_values.constant(32, array), d_values.address(0)};
  else if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value))
    made = argument(*parameter);
  else if (const auto* known = llvm::dyn_cast<llvm::Constant>(value))
    return constant(*known);  // not cached, since an undefined value may differ at each use
  else
    made = undefined(value->getType());  // metadata and similar values, which their users ignore
  d_parts[value] = made;
  return made;
}

Pointer KernelTranslator::pointer(const llvm::Value* value) {
  const Parts both = parts(value);
  return {both[0], both[1], d_pointers.of(value), array_indices(value)};
}

Pointer KernelTranslator::moved(Pointer pointer, ValueId bytes) {
  pointer.offset = d_values.add(pointer.offset, bytes);
  pointer.indices.clear();  // it points to elements of the innermost array, wherever that ends
  return pointer;
}

Parts KernelTranslator::argument(const llvm::Argument& argument) {
  Parts all;
  if (argument.getType()->isPointerTy()) {
    if (!argument.hasByValAttr())
      unsupported("the parameter " + argument.getName().str() + ", whose kind is not known");
    return {d_values.constant(32, 0), d_values.address(0)};
  }
  // A Boolean is passed as a byte.
  if (argument.getType()->isIntegerTy(1)) {
    const ValueId byte = d_values.leaf(Op::Parameter, 8, argument.getArgNo(), 0);
    return {d_values.resize(byte, 1, false)};
  }
  std::uint64_t offset = 0;
  for (const unsigned width : widths(argument.getType())) {
    if (width % 8 != 0) {
      unsupported("the parameter " + argument.getName().str() + " of a type narrower than a byte");
      return undefined(argument.getType());
    }
    all.push_back(d_values.leaf(Op::Parameter, width, argument.getArgNo(), offset));
    offset += width / 8;
  }
  return all;
}

void KernelTranslator::translate(const llvm::BasicBlock& block) {
  const model::BlockId id = d_blocks[&block];
  d_ended.clear();
  d_arriving.clear();
  d_awaited.clear();
  for (const llvm::Instruction& instruction : block) {
    at(instruction, id);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      add_phi(*phi, id);
    else if (instruction.isTerminator())
      terminator(instruction, d_model.blocks[id]);
    else {
      d_observes = observes(instruction);
      d_non_temporal = is_non_temporal(instruction);
      d_in_flight = instruction.hasMetadata(kInFlight);
      d_non_coherent = instruction.hasMetadata(kNonCoherent);
      translate(instruction);
    }
  }
}

void KernelTranslator::terminator(const llvm::Instruction& instruction, model::Block& block) {
  block.location = d_values.location();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional()) block.condition = parts(branch->getCondition()).front();
    return;
  }
  block.ends_unreachable = llvm::isa<llvm::UnreachableInst>(instruction);
  const std::optional<Exclusion> exclusion = excluded_by(instruction);
  if (!exclusion) return;
  block.excluded_by = static_cast<std::uint32_t>(d_model.annotations.size());
  model::Annotation& item = d_model.annotations.emplace_back();
  item.kind =
      exclusion->is_precondition ? model::AnnotationKind::Precondition : model::AnnotationKind::Assumption;
  item.text = exclusion->name;
  item.block = d_blocks[instruction.getParent()];
  item.location = block.location;
}

// Translates a part of an annotation that concerns two work-items.
Parts KernelTranslator::of_two(const llvm::CallBase& call, const std::string& name) {
  if (name == "__enabled" || name == "__dominator_enabled")
    return {d_values.constant(1, 1)};  // moving it to its own place changes nothing
  if (name == "__same_group") {
    ValueId same = d_values.constant(1, 1);
    for (std::uint32_t d = 0; d < 3; ++d) {
      const ValueId group = d_values.work_item(Op::GroupId, d);
      same = d_values.bit_and(same, d_values.equal(group, d_values.other(group)));
    }
    return {same};
  }
  if (call.arg_empty()) return undefined(call.getType());
  const ValueId own = parts(call.getArgOperand(0)).front();
  const ValueId other = d_values.other(own);
  if (name.starts_with("__other")) return {other};
  const ValueId both = d_values.bit_and(own, other);
  if (name == "__all") return {both};
  if (name == "__exclusive") return {d_values.logical_not(both)};
  const ValueId equal = d_values.equal(own, other);
  return {name.starts_with("__uniform") ? equal : d_values.logical_not(equal)};
}

// Translates a part of an annotation that concerns accesses that were made.
Parts KernelTranslator::of_accesses(const llvm::CallBase& call, const std::string& name) {
  const auto open = [&](const char* why) {
    d_open_queries[&call] = std::string(why) + " (" + name + ")";
    return undefined(call.getType());
  };
  const Pointer at = pointer(call.getArgOperand(0));
  if (name == "__ptr_offset_bytes") return {at.offset};
  if (at.targets.unknown) return open("it speaks of a pointer whose target is not known");
  if (name == "__ptr_base") return {d_values.resize(object(at), address_bits(), false)};
  if (name == "__atomic_has_taken_value") return {has_taken(call)};
  if (at.targets.unknown || at.targets.arrays.size() != 1 || *at.targets.arrays.begin() == 0)
    return open("it speaks of accesses through a pointer to one of several arrays");
  model::AccessQuery query;
  query.array = *at.targets.arrays.begin();
  const model::Memory memory = d_model.arrays[query.array].memory;
  if (memory == model::Memory::Private || memory == model::Memory::Image)
    return open("it speaks of accesses to private memory or an image");
  if (name == "__accessed") query.at = at.offset;
  const auto is_about = [&](const char* word) { return name.find(word) != std::string::npos; };
  if (is_about("write")) query.kind = model::AccessKind::Write;
  if (is_about("atomic")) query.kind = model::AccessKind::Atomic;
  query.block = d_values.block();
  query.event = static_cast<std::uint32_t>(d_model.blocks[query.block].events.size());
  const auto number = static_cast<std::uint32_t>(d_model.queries.size());
  d_model.queries.push_back(query);
  d_queries[&call] = number;
  if (query.at != model::kNone)
    d_open_queries[&call] =
        "that an access was made for certain is known where shared memory is followed (" + name + ")";
  if (is_about("offset")) return {d_values.accessed(number, address_bits())};
  const ValueId chosen = d_values.accessed(number, 1);
  return {name.starts_with("__no_") ? d_values.logical_not(chosen) : chosen};
}

// Returns why the condition cannot be judged, or an empty text. Each part of a conjunction must concern
// accesses of one kind to one array. For several kinds, one access each would be chosen, but the engines only
// consider two accesses to one place.
std::string KernelTranslator::compares_accesses(ValueId condition) const {
  // `a & b` of Booleans is computed with integers: (zext a & zext b) is not 0.
  const auto operand = [&](ValueId id, std::size_t i) { return d_model.values[id].operands[i]; };
  const auto is = [&](ValueId id, Op op) { return d_model.values[id].op == op; };
  const auto is_bit = [&](ValueId id) {
    return is(id, Op::ZExt) && d_model.values[operand(id, 0)].width == 1;
  };
  const auto joins = [&](ValueId id) {
    return is(id, Op::And) &&
           (d_model.values[id].width == 1 || (is_bit(operand(id, 0)) && is_bit(operand(id, 1))));
  };
  const auto inner = [&](ValueId id) {
    const bool is_not =
        is(id, Op::Xor) && d_values.constant_of(operand(id, 1)) == 1 && is(operand(id, 0), Op::Equal);
    if (!is_not) return model::kNone;
    const ValueId equal = operand(id, 0);
    for (const std::size_t i : {0, 1})
      if (d_values.constant_of(operand(equal, i)) == 0 && joins(operand(equal, 1 - i)))
        return operand(equal, 1 - i);
    return model::kNone;
  };
  std::vector<ValueId> joined{condition};
  while (!joined.empty()) {
    ValueId part = joined.back();
    joined.pop_back();
    if (is_bit(part)) part = operand(part, 0);
    if (const ValueId found = inner(part); found != model::kNone) part = found;
    if (joins(part)) {
      joined.insert(joined.end(), {operand(part, 0), operand(part, 1)});
      continue;
    }
    std::set<std::pair<model::AccessKind, model::ArrayId>> kinds;
    std::set<ValueId> seen{part};
    std::vector<ValueId> open{part};
    while (!open.empty()) {
      const model::Value& value = d_model.values[open.back()];
      open.pop_back();
      if (value.op == Op::Accessed)
        kinds.emplace(d_model.queries[value.index].kind, d_model.queries[value.index].array);
      for (const ValueId one : value.operands)
        if (seen.insert(one).second) open.push_back(one);
    }
    if (kinds.size() > 1)
      return "in a contract, one condition is to speak of one kind of accesses to one array";
  }
  return {};
}

// Leaves unused queries undefined, and queries that are used at a different place from where they are
// evaluated.
void KernelTranslator::settle_queries() {
  for (model::Value& value : d_model.values) {
    if (value.op != Op::Accessed || d_model.queries[value.index].at != model::kNone) continue;
    const std::uint32_t annotation = d_model.queries[value.index].annotation;
    if (annotation != model::kNone && d_model.annotations[annotation].condition != model::kNone) continue;
    value.op = Op::Undefined;
    value.index = 0;
  }
}

// A call without a separate branch.
void KernelTranslator::annotate(const llvm::CallBase& call, const CalledAnnotation& called) {
  if (called.entry->treatment == Treatment::Others) {
    define(call, of_two(call, called.name));
    return;
  }
  if (called.entry->treatment == Treatment::Accesses) {
    define(call, of_accesses(call, called.name));
    return;
  }
  if (!call.getType()->isVoidTy()) define(call, undefined(call.getType()));
  model::Annotation item;
  item.text = called.name;
  if (const llvm::MDNode* said = call.getMetadata(kSaid))
    item.text = llvm::cast<llvm::MDString>(said->getOperand(0))->getString().str();
  item.block = d_blocks[call.getParent()];
  item.location = d_values.location();
  const std::optional<ContractRole> role = contract_role(call);
  ValueId condition = model::kNone;  // used by an instruction without a location
  switch (called.entry->treatment) {
    case Treatment::Precondition:
      item.kind = model::AnnotationKind::Precondition;
      break;
    case Treatment::Assumption:
      item.kind = model::AnnotationKind::Assumption;
      break;
    case Treatment::Assertion:
      item.kind = model::AnnotationKind::Assertion;
      break;
    case Treatment::GlobalAssertion:
      item.kind = model::AnnotationKind::GlobalAssertion;
      break;
    case Treatment::Invariant:
      item.kind = model::AnnotationKind::Invariant;
      break;
    case Treatment::Candidate:
      item.kind = model::AnnotationKind::Candidate;
      break;
    case Treatment::AtReturn:
      item.kind = model::AnnotationKind::Assertion;
      item.open = "its condition cannot be computed where the function returns";
      break;
    case Treatment::AtLoops:
    case Treatment::CandidateAtLoops:
      if (called.entry->treatment == Treatment::AtLoops) item.kind = model::AnnotationKind::Invariant;
      item.open = "its condition cannot be computed where loops begin";
      break;
    case Treatment::Exemption:
      if (called.name.ends_with("_end")) return;
      item.kind = model::AnnotationKind::Exemption;
      item.open = "loads behind it are taken to race with nothing";
      break;
    case Treatment::FreshArray:
      item.kind = model::AnnotationKind::Assertion;
      if (call.getFunctionType()->isVarArg())
        condition = is_fresh(call);
      else
        item.open = "it names no parameter of its function";
      break;
    case Treatment::DeclaredAccess:
      // Holds at this place; accesses have separate assertions.
      item.kind = model::AnnotationKind::Assertion;
      condition = d_values.constant(1, 1);
      declare_access(call, called.name);
      break;
    case Treatment::BarrierInvariant:
      invariant_at_barrier(call, item);
      break;
    case Treatment::ReadPermission:
      permit_read(call, item);
      break;
    case Treatment::Postcondition:
      d_model.postconditions.push_back(item.location);
      return;
    case Treatment::Scan:
      if (!claim_scan(call, item)) return;
      break;
    case Treatment::Snapshot:
      if (is_followed_snapshot(call) && take_snapshot(call)) return;
      if (is_source_of_snapshot(call)) return;
      item.open = why_not_kept(call);
      break;
    default:
      return;  // a value that annotations use
  }
  if (role) {
    item.contract = role->is_requirement ? model::ContractPart::Requirement : model::ContractPart::Guarantee;
    if (role->is_granted)
      item.kind =
          role->is_requirement ? model::AnnotationKind::Precondition : model::AnnotationKind::Assumption;
  }
  if (item.open.empty()) item.open = unjudged(call);
  item.event = static_cast<std::uint32_t>(d_model.blocks[item.block].events.size());
  for (const llvm::CallBase* inner : used_by(call)) {
    if (const auto why = d_open_queries.find(inner); why != d_open_queries.end() && item.open.empty())
      item.open = why->second;
    const auto query = d_queries.find(inner);
    if (query == d_queries.end() || !item.open.empty()) continue;
    std::uint32_t& user = d_model.queries[query->second].annotation;
    if (user != model::kNone) item.open = "it uses what another annotation asks of accesses";
    user = static_cast<std::uint32_t>(d_model.annotations.size());
    item.of_accesses = true;
  }
  item.is_executed = condition == model::kNone && !speaks_of_accesses(call) &&
                     item.kind != model::AnnotationKind::BarrierInvariant &&
                     item.kind != model::AnnotationKind::ReadPermission &&
                     item.kind != model::AnnotationKind::Scan;
  if (item.open.empty())
    item.condition = condition != model::kNone ? condition : parts(call.getArgOperand(0)).front();
  if (role && item.of_accesses && item.condition != model::kNone) {
    item.open = compares_accesses(item.condition);
    if (!item.open.empty()) item.condition = model::kNone;
  }
  item.is_limit = call.hasMetadata(kIsLimit);
  if (item.kind != model::AnnotationKind::BarrierInvariant)
    item.two_items = speaks_of_two(call) || call.hasMetadata(kOfTwoItems);
  const bool is_claim =
      item.kind == model::AnnotationKind::Assertion || item.kind == model::AnnotationKind::Invariant;
  const bool has_condition =
      called.entry->treatment == Treatment::Assertion || called.entry->treatment == Treatment::Invariant;
  if (is_claim && has_condition && !role && has_barrier_invariants())
    item.claim = parts(call.getArgOperand(0)).front();
  d_model.annotations.push_back(std::move(item));
}

ValueId KernelTranslator::base_value(const PointsTo& targets) {
  return targets.arrays.size() == 1 && !targets.unknown ? d_values.constant(32, *targets.arrays.begin())
                                                        : model::kNone;
}

void KernelTranslator::add_phi(const llvm::PHINode& phi, model::BlockId block) {
  Parts all;
  if (phi.getType()->isPointerTy()) {
    ValueId base = base_value(d_pointers.of(&phi));
    if (base == model::kNone) {
      base = d_values.phi(32);
      d_model.blocks[block].phis.push_back({base, {}});
    }
    const ValueId offset = d_values.phi(address_bits());
    d_model.blocks[block].phis.push_back({offset, {}});
    define(phi, {base, offset});
    return;
  }
  for (const unsigned width : widths(phi.getType())) {
    all.push_back(d_values.phi(width));
    d_model.blocks[block].phis.push_back({all.back(), {}});
  }
  define(phi, std::move(all));
}

void KernelTranslator::fill_phis() {
  for (const llvm::BasicBlock* block : d_order) {
    const model::BlockId id = d_blocks[block];
    std::size_t next = 0;
    for (const llvm::PHINode& phi : block->phis()) {
      const Parts own = d_parts[&phi];
      for (std::size_t part = 0; part < own.size(); ++part) {
        if (d_model.values[own[part]].op != Op::Phi) continue;  // the known base of a pointer
        std::vector<ValueId> incoming;
        for (const model::BlockId predecessor : d_model.blocks[id].predecessors) {
          d_values.at(predecessor, model::kNone);
          incoming.push_back(parts(phi.getIncomingValueForBlock(d_order[predecessor]))[part]);
        }
        d_model.blocks[id].phis[next++].incoming = std::move(incoming);
      }
    }
  }
}

}  // namespace launchproof::frontend
