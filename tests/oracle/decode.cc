#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <set>

#include "tests/oracle/constant_pool.h"
#include "tests/oracle/cuda_kernel.h"
#include "tests/oracle/errors.h"
#include "tests/oracle/program.h"

namespace launchproof::oracle {

namespace {

std::uint8_t scalar_bits(const llvm::Type* type, const llvm::DataLayout& layout) {
  type = type->getScalarType();
  if (type->isPointerTy() || type->isTargetExtTy()) return 64;
  if (type->isIntegerTy()) return static_cast<std::uint8_t>(type->getIntegerBitWidth());
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy()) {
    return static_cast<std::uint8_t>(layout.getTypeSizeInBits(const_cast<llvm::Type*>(type)).getFixedValue());
  }
  return 0;  // an aggregate
}

class Decoder {
 public:
  explicit Decoder(llvm::Module& module)
      : d_module(module),
        d_layout(module.getDataLayout()),
        d_program(std::make_unique<Program>()),
        d_constants(module, *d_program) {
    d_program->places.emplace_back();
  }

  std::unique_ptr<Program> run() {
    d_constants.add_globals();
    for (const llvm::Function& function : d_module) {
      if (function.isDeclaration()) continue;
      d_program->functions.push_back(std::make_unique<Code>());
      d_codes[&function] = d_program->functions.back().get();
    }
    for (llvm::Function& function : d_module) {
      if (!function.isDeclaration()) decode_function(function, *d_codes[&function]);
    }
    for (const llvm::Function& function : d_module) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
        add_kernel(function);
      }
    }
    d_program->cuda = llvm::StringRef(d_module.getTargetTriple()).starts_with("nvptx");
    for (const llvm::Function* kernel : cuda_kernels(d_module)) {
      add_cuda_kernel(*kernel, d_layout, *d_codes.at(kernel), *d_program);
      mark_returns(*kernel);
    }
    if (const auto* version = d_module.getNamedMetadata("opencl.ocl.version");
        version != nullptr && version->getNumOperands() > 0) {
      const auto number = [&](unsigned i) {
        const auto* field = llvm::mdconst::extract<llvm::ConstantInt>(version->getOperand(0)->getOperand(i));
        return static_cast<unsigned>(field->getZExtValue());
      };
      d_program->language = 100 * number(0) + 10 * number(1);
    }
    return std::move(d_program);
  }

 private:
  void decode_function(llvm::Function& function, Code& code);
  void find_loops(llvm::Function& function, Code& code);
  void decode_instruction(const llvm::Instruction& ir, Instruction& out);
  void decode_terminator(const llvm::Instruction& ir, Instruction& out);
  void decode_memory(const llvm::Instruction& ir, Instruction& out);
  void decode_address(const llvm::GetElementPtrInst& ir, Instruction& out);
  std::vector<Subscript> subscripts_of(const llvm::Value* pointer);
  static void decode_shuffle(const llvm::Instruction& ir, Instruction& out);
  void decode_call(const llvm::CallBase& call, Instruction& out);
  void add_kernel(const llvm::Function& function);
  void mark_returns(const llvm::Function& kernel);
  std::uint32_t place_of(const llvm::DILocation* location);
  std::uint32_t lane_of(const llvm::Value* value) {
    const auto found = d_lanes.find(value);
    if (found == d_lanes.end()) throw CannotJudge{"a value of type that the interpreter does not hold"};
    return found->second;
  }
  Operand operand(const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return d_constants.add(constant);
    if (llvm::isa<llvm::MetadataAsValue>(value)) return {};
    return {false, lane_of(value)};
  }
  std::uint64_t block_number(const llvm::BasicBlock* block) { return d_blocks.at(block); }
  static std::uint64_t order_of(llvm::AtomicOrdering ordering);
  static std::uint64_t scope_of(const llvm::Instruction& ir, llvm::SyncScope::ID scope);

  llvm::Module& d_module;
  const llvm::DataLayout& d_layout;
  std::unique_ptr<Program> d_program;
  ConstantPool d_constants;
  std::map<const llvm::Function*, Code*> d_codes;
  std::map<const llvm::DILocation*, std::uint32_t> d_places;
  std::map<const llvm::Value*, std::uint32_t> d_lanes;        // of the function being decoded
  std::map<const llvm::BasicBlock*, std::uint32_t> d_blocks;  // likewise
};

std::uint32_t Decoder::place_of(const llvm::DILocation* location) {
  if (location == nullptr) return 0;
  const auto [entry, is_new] = d_places.try_emplace(location, d_program->places.size());
  if (is_new) {
    Place& place = d_program->places.emplace_back();
    place.file = location->getFilename().str();
    place.line = location->getLine();
    place.column = location->getColumn();
    if (const auto* subprogram = location->getScope()->getSubprogram())
      place.function = subprogram->getName().str();
  }
  return entry->second;
}

void Decoder::decode_function(llvm::Function& function, Code& code) {
  code.name = function.getName().str();
  code.promises = function.getName().starts_with("_ZL5__ldgI");  // CUDA's `__ldg`
  d_lanes.clear();
  d_blocks.clear();
  const auto reserve = [&](const llvm::Value& value) {
    const std::uint32_t first = code.lanes;
    d_lanes[&value] = first;
    code.lanes += lane_count(value.getType());
    return first;
  };
  for (const llvm::Argument& argument : function.args()) {
    CodeParameter& parameter = code.parameters.emplace_back();
    parameter.lane = reserve(argument);
    parameter.lanes = lane_count(argument.getType());
    if (llvm::Type* type = argument.getParamByValType()) {
      parameter.by_value_bytes = d_layout.getTypeAllocSize(type).getFixedValue();
    }
  }
  for (const llvm::BasicBlock& block : function) {
    d_blocks[&block] = static_cast<std::uint32_t>(d_blocks.size());
    for (const llvm::Instruction& ir : block) {
      if (!ir.getType()->isVoidTy()) reserve(ir);
    }
  }
  if (const auto* subprogram = function.getSubprogram()) {
    Place& place = d_program->places.emplace_back();
    place.file = subprogram->getFilename().str();
    place.line = subprogram->getLine();
    place.function = subprogram->getName().str();
    code.place = static_cast<std::uint32_t>(d_program->places.size() - 1);
  }
  for (const llvm::BasicBlock& block : function) {
    code.blocks.emplace_back().first = static_cast<std::uint32_t>(code.instructions.size());
    for (const llvm::Instruction& ir : block) {
      if (ir.isDebugOrPseudoInst() || ir.isLifetimeStartOrEnd()) continue;
      Instruction& out = code.instructions.emplace_back();
      decode_instruction(ir, out);
    }
  }
  find_loops(function, code);
}

void Decoder::find_loops(llvm::Function& function, Code& code) {
  llvm::DominatorTree tree(function);
  llvm::LoopInfo info(tree);
  for (llvm::Loop* loop : info.getLoopsInPreorder()) {
    const std::uint32_t number = code.loop_count++;
    code.blocks[block_number(loop->getHeader())].heads = static_cast<std::int32_t>(number);
    for (llvm::BasicBlock* block : loop->blocks()) code.blocks[block_number(block)].loops.push_back(number);
  }
}

void Decoder::decode_instruction(const llvm::Instruction& ir, Instruction& out) {
  out.opcode = ir.getOpcode();
  out.place = place_of(ir.getDebugLoc().get());
  if (!ir.getType()->isVoidTy()) {
    out.result = lane_of(&ir);
    out.lanes = lane_count(ir.getType());
    out.bits = scalar_bits(ir.getType(), d_layout);
  }
  if (ir.getNumOperands() > 0) out.source_bits = scalar_bits(ir.getOperand(0)->getType(), d_layout);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&ir)) {
    decode_call(*call, out);
    return;
  }
  if (ir.isTerminator()) {
    decode_terminator(ir, out);
    return;
  }
  for (const llvm::Value* value : ir.operands()) {
    if (!llvm::isa<llvm::BasicBlock>(value)) out.operands.push_back(operand(value));
  }
  switch (ir.getOpcode()) {
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:  // numbers: predicate, whether pointers are compared
      out.numbers = {llvm::cast<llvm::CmpInst>(ir).getPredicate(),
                     ir.getOperand(0)->getType()->isPtrOrPtrVectorTy()};
      break;
    case llvm::Instruction::PHI:  // numbers: the block that each operand comes from
      for (const llvm::BasicBlock* block : llvm::cast<llvm::PHINode>(ir).blocks()) {
        out.numbers.push_back(block_number(block));
      }
      break;
    case llvm::Instruction::Select:  // numbers: lanes of the condition
      out.numbers = {lane_count(ir.getOperand(0)->getType())};
      break;
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
      decode_shuffle(ir, out);
      break;
    case llvm::Instruction::BitCast:  // numbers: lanes of the operand
      out.numbers = {lane_count(ir.getOperand(0)->getType())};
      break;
    case llvm::Instruction::GetElementPtr:
      decode_address(llvm::cast<llvm::GetElementPtrInst>(ir), out);
      break;
    case llvm::Instruction::Alloca:
    case llvm::Instruction::Load:
    case llvm::Instruction::Store:
    case llvm::Instruction::AtomicRMW:
    case llvm::Instruction::AtomicCmpXchg:
      decode_memory(ir, out);
      break;
    default:
      break;
  }
}

// numbers: Br: one or two targets. Switch: the default target, then value and target of each case.
void Decoder::decode_terminator(const llvm::Instruction& ir, Instruction& out) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&ir)) {
    if (branch->isConditional()) out.operands.push_back(operand(branch->getCondition()));
    for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
      out.numbers.push_back(block_number(branch->getSuccessor(i)));
    }
  } else if (const auto* select = llvm::dyn_cast<llvm::SwitchInst>(&ir)) {
    out.operands.push_back(operand(select->getCondition()));
    out.numbers.push_back(block_number(select->getDefaultDest()));
    for (const auto& choice : select->cases()) {
      out.numbers.push_back(choice.getCaseValue()->getZExtValue());
      out.numbers.push_back(block_number(choice.getCaseSuccessor()));
    }
  } else if (const auto* leave = llvm::dyn_cast<llvm::ReturnInst>(&ir)) {
    if (leave->getReturnValue() != nullptr) {
      out.operands.push_back(operand(leave->getReturnValue()));
      out.lanes = lane_count(leave->getReturnValue()->getType());
    }
  }
}

std::uint64_t Decoder::scope_of(const llvm::Instruction& ir, llvm::SyncScope::ID scope) {
  llvm::SmallVector<llvm::StringRef> names;
  ir.getContext().getSyncScopeNames(names);
  const llvm::StringRef name = names[scope];
  if (name == "workgroup") return static_cast<std::uint64_t>(AtomicScope::WorkGroup);
  if (name == "subgroup") return static_cast<std::uint64_t>(AtomicScope::SubGroup);
  if (name == "singlethread") return static_cast<std::uint64_t>(AtomicScope::WorkItem);
  return static_cast<std::uint64_t>(AtomicScope::Device);
}

// The numbering is that of memory_order in C11.
std::uint64_t Decoder::order_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::Acquire:
      return 2;
    case llvm::AtomicOrdering::Release:
      return 3;
    case llvm::AtomicOrdering::AcquireRelease:
      return 4;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return 5;
    default:
      return 0;
  }
}

// Clang stores it as one of four components and leaves the fourth undefined.
bool is_vector_of_three(const llvm::Value& stored) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(stored.getType());
  if (type == nullptr || type->getNumElements() != 4) return false;
  if (const auto* widened = llvm::dyn_cast<llvm::ShuffleVectorInst>(&stored))
    return widened->getMaskValue(3) == llvm::PoisonMaskElem;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&stored);
  return constant != nullptr && llvm::isa_and_nonnull<llvm::UndefValue>(constant->getAggregateElement(3U));
}

// numbers: Alloca: bytes. Load, Store: whether atomic, scope; Store: the first byte of padding. AtomicRMW:
// operation, scope, element is a float. AtomicCmpXchg: scope.
void Decoder::decode_memory(const llvm::Instruction& ir, Instruction& out) {
  const auto layout = [&](llvm::Type* type) { out.layout = layout_of(type, d_layout); };
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&ir)) {
    const auto size = variable->getAllocationSize(d_layout);
    if (!size) throw CannotJudge{"an array of variable length"};
    out.numbers = {size->getFixedValue()};
    out.name = variable->getName().str();
  } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&ir)) {
    layout(load->getType());
    out.subscripts = subscripts_of(load->getPointerOperand());
    out.numbers = {load->isAtomic(), load->isAtomic() ? scope_of(ir, load->getSyncScopeID()) : 0,
                   order_of(load->getOrdering())};
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&ir)) {
    layout(store->getValueOperand()->getType());
    out.subscripts = subscripts_of(store->getPointerOperand());
    out.numbers = {store->isAtomic(), store->isAtomic() ? scope_of(ir, store->getSyncScopeID()) : 0,
                   order_of(store->getOrdering()),
                   is_vector_of_three(*store->getValueOperand()) ? out.layout.fields[3].offset : kNoPadding};
  } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&ir)) {
    layout(update->getType());
    out.numbers = {update->getOperation(), scope_of(ir, update->getSyncScopeID()),
                   order_of(update->getOrdering())};
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&ir)) {
    layout(exchange->getNewValOperand()->getType());
    out.numbers = {scope_of(ir, exchange->getSyncScopeID()), order_of(exchange->getSuccessOrdering())};
  }
}

// Continues as long as each step begins at the array that the previous step gave. Steps that do not begin
// with 0 move a decayed array.
std::vector<Subscript> Decoder::subscripts_of(const llvm::Value* pointer) {
  std::vector<Subscript> all;
  const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  while (step != nullptr) {
    llvm::Type* type = step->getSourceElementType();
    for (unsigned i = 2; i < step->getNumOperands(); ++i) {
      const llvm::Value* index = step->getOperand(i);
      if (type->isArrayTy() && type->getArrayNumElements() > 1)
        all.push_back({operand(index), scalar_bits(index->getType(), d_layout), type->getArrayNumElements(),
                       d_layout.getTypeAllocSize(type).getFixedValue()});
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(index);
      type = type->isStructTy() ? type->getStructElementType(static_cast<unsigned>(known->getZExtValue()))
                                : llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{0});
    }
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1));
    if (first == nullptr || !first->isZero()) break;
    step = llvm::dyn_cast<llvm::GEPOperator>(step->getPointerOperand());
  }
  return all;
}

// numbers: the constant part in bytes, then scale and width of each variable index. Operands: base, variable
// indices.
void Decoder::decode_address(const llvm::GetElementPtrInst& ir, Instruction& out) {
  if (ir.getType()->isVectorTy()) throw CannotJudge{"a vector of pointers"};
  out.operands.resize(1);
  std::uint64_t fixed = 0;
  out.numbers = {0};
  for (auto step = llvm::gep_type_begin(ir); step != llvm::gep_type_end(ir); ++step) {
    const llvm::Value* index = step.getOperand();
    if (llvm::StructType* type = step.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
      fixed += d_layout.getStructLayout(type)->getElementOffset(field).getFixedValue();
      continue;
    }
    const std::uint64_t scale = step.getSequentialElementStride(d_layout).getFixedValue();
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index)) {
      fixed += static_cast<std::uint64_t>(constant->getSExtValue()) * scale;
    } else {
      out.operands.push_back(operand(index));
      out.numbers.push_back(scale);
      out.numbers.push_back(scalar_bits(index->getType(), d_layout));
    }
  }
  out.numbers[0] = fixed;
}

// numbers: ExtractElement, InsertElement: lanes of the vector. ShuffleVector: lanes of one operand, then the
// mask (all ones: arbitrary). ExtractValue: first lane. InsertValue: first lane, lanes of the part.
void Decoder::decode_shuffle(const llvm::Instruction& ir, Instruction& out) {
  const auto lane_at = [](llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    std::uint64_t lane = 0;
    for (const unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i)
        lane += lane_count(llvm::ExtractValueInst::getIndexedType(type, {i}));
      type = llvm::ExtractValueInst::getIndexedType(type, {index});
    }
    return lane;
  };
  out.numbers = {lane_count(ir.getOperand(0)->getType())};
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&ir)) {
    for (const int lane : shuffle->getShuffleMask()) out.numbers.push_back(static_cast<std::uint64_t>(lane));
  } else if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&ir)) {
    out.numbers = {lane_at(extract->getAggregateOperand()->getType(), extract->getIndices())};
  } else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&ir)) {
    out.numbers = {lane_at(insert->getType(), insert->getIndices()),
                   lane_count(insert->getInsertedValueOperand()->getType())};
  }
}

// numbers: for each argument its lanes.
void Decoder::decode_call(const llvm::CallBase& call, Instruction& out) {
  const llvm::Function* callee = call.getCalledFunction();
  out.name = callee != nullptr ? callee->getName().str() : "a call through a pointer";
  for (const llvm::Value* argument : call.args()) {
    out.operands.push_back(operand(argument));
    out.numbers.push_back(lane_count(argument->getType()));
  }
  if (callee == nullptr) return;
  const auto found = d_codes.find(callee);
  if (found != d_codes.end()) {
    out.callee = found->second;
    return;
  }
  Signature signature = read_signature(out.name);
  signature.result_lanes = out.lanes;
  signature.result_bits = out.bits;
  if (callee->isIntrinsic()) {
    // The name of an intrinsic holds its operation, and its arguments have the types.
    signature.name = callee->getIntrinsicID() == llvm::Intrinsic::not_intrinsic
                         ? out.name
                         : llvm::Intrinsic::getBaseName(callee->getIntrinsicID()).str();
    signature.parameters.clear();
    for (const llvm::Value* argument : call.args()) {
      TypeName& type = signature.parameters.emplace_back();
      type.scalar.bits = scalar_bits(argument->getType(), d_layout);
      type.scalar.is_float = argument->getType()->isFPOrFPVectorTy();
      type.lanes = lane_count(argument->getType());
    }
  } else if (!signature.name.empty()) {
    out.name = signature.name;
  }
  out.handler = find_builtin(signature);
}

// The IR does not distinguish a `return` statement from the kernel's end, but the source location does.
void Decoder::mark_returns(const llvm::Function& kernel) {
  Code& code = *d_codes.at(&kernel);
  std::size_t next = 0;
  for (const llvm::BasicBlock& block : kernel)
    for (const llvm::Instruction& ir : block) {
      if (ir.isDebugOrPseudoInst() || ir.isLifetimeStartOrEnd()) continue;
      Instruction& instruction = code.instructions[next++];
      const bool ends = ir.getOpcode() == llvm::Instruction::Br || ir.getOpcode() == llvm::Instruction::Ret;
      instruction.returns = ends && ir.getNumSuccessors() < 2 && is_return_statement(ir.getDebugLoc().get());
    }
}

std::string metadata_string(const llvm::Function& function, const char* kind, unsigned index) {
  const llvm::MDNode* node = function.getMetadata(kind);
  if (node == nullptr || index >= node->getNumOperands()) return "";
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text != nullptr ? text->getString().str() : "";
}

// The numbers of an image's type: dimension (0, 1, 2, or 5 for a buffer), depth, arrayed, several samples.
void decode_opaque(const llvm::TargetExtType& type, KernelParameter& parameter) {
  parameter.kind = KernelParameter::Kind::Other;
  if (type.getName() == "spirv.Sampler") parameter.kind = KernelParameter::Kind::Sampler;
  if (type.getName() != "spirv.Image" || type.getIntParameter(3) != 0) return;
  parameter.kind = KernelParameter::Kind::Image;
  const unsigned dimension = type.getIntParameter(0);
  parameter.layered = type.getIntParameter(2) != 0;
  parameter.coordinates = (dimension == 5 ? 1 : dimension + 1) + (parameter.layered ? 1 : 0);
}

void Decoder::add_kernel(const llvm::Function& function) {
  Kernel& kernel = d_program->kernels.emplace_back();
  kernel.code = d_codes.at(&function);
  kernel.name = function.getName().str();
  if (const llvm::MDNode* node = function.getMetadata("intel_reqd_sub_group_size"))
    if (const auto* size = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)))
      kernel.sub_group_size = static_cast<std::uint32_t>(size->getZExtValue());
  for (const llvm::Argument& argument : function.args()) {
    KernelParameter& parameter = kernel.parameters.emplace_back();
    parameter.name = metadata_string(function, "kernel_arg_name", argument.getArgNo());
    parameter.type = metadata_string(function, "kernel_arg_base_type", argument.getArgNo());
    llvm::Type* type = argument.getType();
    if (llvm::Type* pointee = argument.getParamByValType()) {
      parameter.layout = layout_of(pointee, d_layout);
      parameter.layout.bytes = d_layout.getTypeAllocSize(pointee).getFixedValue();
      parameter.is_struct = true;
    } else if (type->isPointerTy()) {
      switch (type->getPointerAddressSpace()) {
        case 1:
          parameter.kind = KernelParameter::Kind::Global;
          break;
        case 2:
          parameter.kind = KernelParameter::Kind::Constant;
          break;
        case 3:
          parameter.kind = KernelParameter::Kind::Local;
          break;
        default:
          parameter.kind = KernelParameter::Kind::Other;
          break;
      }
    } else if (const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
      decode_opaque(*opaque, parameter);
    } else {
      parameter.layout = layout_of(type, d_layout);
      parameter.is_float = type->isFPOrFPVectorTy();
    }
  }
}

}  // namespace

const Kernel& Program::kernel(const std::string& name) const {
  if (name.empty() && kernels.size() == 1) return kernels.front();
  if (name.empty())
    throw UsageError{"the file has " + std::to_string(kernels.size()) + " kernels; give --kernel NAME"};
  for (const Kernel& kernel : kernels) {
    // Matches a CUDA kernel named in full ("void name<int>(int*)"), without its result and parameters, or as
    // "name".
    if (kernel.name == name || kernel.name.substr(0, kernel.name.find_first_of("<(")) == name) return kernel;
    if (kernel.code->name == name) return kernel;  // as it is mangled
  }
  throw UsageError{"--kernel: the file has no kernel '" + name + "'"};
}

std::unique_ptr<Program> decode(llvm::Module& module) {
  return Decoder(module).run();
}

}  // namespace launchproof::oracle
