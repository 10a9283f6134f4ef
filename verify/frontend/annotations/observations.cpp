#include "verify/frontend/annotations/observations.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kRanges = "launchproof.annotations";

struct RangeOfSource {
  CallRange range;
  const llvm::Metadata* source = nullptr;  // its compile unit
};

std::vector<RangeOfSource> ranges_of(const llvm::Module& module) {
  std::vector<RangeOfSource> result;
  const llvm::NamedMDNode* all = module.getNamedMetadata(kRanges);
  if (all == nullptr) return result;
  for (const llvm::MDNode* node : all->operands()) {
    const auto number = [&](unsigned index) {
      return static_cast<unsigned>(
          llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(index))->getZExtValue());
    };
    result.push_back({{llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str(), number(1),
                       number(2), number(3), number(4)},
                      node->getOperand(5)});
  }
  return result;
}

bool is_in_file(const llvm::DILocation& place, const std::string& file) {
  if (place.getFilename() == file) return true;
  llvm::SmallString<128> path(place.getDirectory());
  llvm::sys::path::append(path, place.getFilename());
  return path.str() == file;
}

// Returns whether the place, or a call site through which it was inlined, comes after the first character.
bool is_inside(const llvm::DILocation* place, const std::vector<RangeOfSource>& ranges) {
  for (; place != nullptr; place = place->getInlinedAt()) {
    const std::pair at{place->getLine(), place->getColumn()};
    if (place->getLine() == 0 || place->getColumn() == 0) continue;
    const llvm::Metadata* source = place->getScope()->getSubprogram()->getUnit();
    const bool inside = std::ranges::any_of(ranges, [&](const RangeOfSource& one) {
      const CallRange& range = one.range;
      return one.source == source && std::pair{range.first_line, range.first_column} < at &&
             at < std::pair{range.last_line, range.last_column} && is_in_file(*place, range.file);
    });
    if (inside) return true;
  }
  return false;
}

}  // namespace

bool reads(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return !instruction.isAtomic();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  return unmangle(call->getCalledFunction()->getName()).first.starts_with("vload");
}

void keep_ranges(llvm::Module& module, const std::vector<CallRange>& ranges) {
  const auto units = module.debug_compile_units();
  if (ranges.empty() || units.begin() == units.end()) return;
  llvm::LLVMContext& context = module.getContext();
  llvm::NamedMDNode* all = module.getOrInsertNamedMetadata(kRanges);
  for (const CallRange& range : ranges) {
    std::vector<llvm::Metadata*> parts{llvm::MDString::get(context, range.file)};
    for (const unsigned number : {range.first_line, range.first_column, range.last_line, range.last_column})
      parts.push_back(
          llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number)));
    parts.push_back(*units.begin());
    all->addOperand(llvm::MDNode::get(context, parts));
  }
}

void mark_observations(llvm::Function& kernel) {
  const std::vector<RangeOfSource> ranges = ranges_of(*kernel.getParent());
  if (ranges.empty()) return;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (reads(instruction) && is_inside(instruction.getDebugLoc().get(), ranges))
      instruction.setMetadata(kObservation, llvm::MDNode::get(kernel.getContext(), {}));
}

bool observes(const llvm::Instruction& instruction) {
  return instruction.hasMetadata(kObservation);
}

}  // namespace launchproof::frontend
