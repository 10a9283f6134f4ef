#include "verify/frontend/memory/matrix_descriptors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>

namespace launchproof::frontend {
namespace {

std::optional<std::uint64_t> constant_of(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return number == nullptr || number->getBitWidth() > 64 ? std::nullopt
                                                         : std::optional(number->getZExtValue());
}

// Takes a descriptor apart.
class Reader {
 public:
  std::optional<MatrixDescriptor> read(llvm::Value& number) {
    if (!fields(number, 0) || d_result.pointer == nullptr) return std::nullopt;
    const auto field = [&](unsigned at) { return d_bits >> at & kAddressField; };
    d_result.constant += static_cast<std::int64_t>(field(0) << kUnit);
    d_result.leading = field(16) << kUnit;
    d_result.stride = field(32) << kUnit;
    constexpr std::uint64_t kBaseOffset = 7;
    const bool is_at_pattern = (d_bits >> 49 & kBaseOffset) == 0;
    constexpr std::array<unsigned, 4> kRows{16, 128, 64, 32};
    d_result.row = kRows[d_bits >> 62];
    if (!is_at_pattern) return std::nullopt;
    return d_result;
  }

 private:
  static constexpr unsigned kDeepest = 32;
  static constexpr unsigned kUnit = 4;  // addresses are in units of 1 << kUnit bytes
  static constexpr unsigned kAddressBits = 18;
  static constexpr std::uint64_t kAddressField = 0x3fff;

  // Adds the parts of a descriptor.
  bool fields(llvm::Value& value, unsigned depth) {
    if (depth > kDeepest) return false;
    if (const auto number = constant_of(value)) {
      d_bits += *number;
      return true;
    }
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr) return false;
    const auto inner = [&](unsigned i) -> llvm::Value& { return *operation->getOperand(i); };
    switch (operation->getOpcode()) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Freeze:
        return fields(inner(0), depth + 1);
      case llvm::Instruction::Add:
        return fields(inner(0), depth + 1) && fields(inner(1), depth + 1);
      case llvm::Instruction::Or: {
        // The other fields are constant, and apart from the address.
        const auto number = constant_of(inner(1));
        if (!number || (*number & kAddressField) != 0) return false;
        return fields(inner(0), depth + 1) && fields(inner(1), depth + 1);
      }
      case llvm::Instruction::And: {
        const auto mask = constant_of(inner(1));
        return mask && *mask == kAddressField && units(inner(0), depth + 1);
      }
      default:
        return units(value, depth);
    }
  }

  // An address in units of 16 bytes.
  bool units(llvm::Value& value, unsigned depth) {
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr || operation->getOpcode() != llvm::Instruction::LShr || depth > kDeepest)
      return false;
    const auto by = constant_of(*operation->getOperand(1));
    if (d_result.pointer != nullptr || !by) return false;
    llvm::Value* from = operation->getOperand(0);
    // The bits of addresses alone, as `bfe` takes them.
    const auto* shifted = llvm::dyn_cast<llvm::Operator>(from);
    if (shifted != nullptr && shifted->getOpcode() == llvm::Instruction::Shl) {
      const auto left = constant_of(*shifted->getOperand(1));
      if (!left || *left + kUnit != *by || *left + kAddressBits != from->getType()->getIntegerBitWidth())
        return false;
      from = shifted->getOperand(0);
    } else if (*by != kUnit) {
      return false;
    }
    return address(*from, 1, depth + 1) && d_result.pointer != nullptr;
  }

  static bool holds_address(llvm::Value& value, unsigned depth) {
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr || depth > kDeepest) return false;
    if (operation->getOpcode() == llvm::Instruction::PtrToInt) return true;
    return std::ranges::any_of(operation->operands(), [&](const llvm::Use& use) {
      return use->getType()->isIntegerTy() && holds_address(*use.get(), depth + 1);
    });
  }

  // A sum with an address of shared memory, which has fewer than 18 bits.
  bool address(llvm::Value& value, std::int64_t factor, unsigned depth) {
    if (depth > kDeepest || !value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64)
      return false;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      d_result.constant += factor * number->getSExtValue();
      return true;
    }
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr || !holds_address(value, 0)) {
      d_result.added.emplace_back(&value, factor);
      return true;
    }
    const auto inner = [&](unsigned i) -> llvm::Value& { return *operation->getOperand(i); };
    switch (operation->getOpcode()) {
      case llvm::Instruction::PtrToInt:
        if (d_result.pointer != nullptr || factor != 1) return false;
        d_result.pointer = &inner(0);
        return true;
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::Freeze:
        return value.getType()->getIntegerBitWidth() >= 32 && address(inner(0), factor, depth + 1);
      case llvm::Instruction::Add:
        return address(inner(0), factor, depth + 1) && address(inner(1), factor, depth + 1);
      case llvm::Instruction::Sub:
        return address(inner(0), factor, depth + 1) && address(inner(1), -factor, depth + 1);
      case llvm::Instruction::And: {
        constexpr std::uint64_t kAddresses = 0x3ffff, kUnits = 0x3fff0;
        const auto mask = constant_of(inner(1));
        return mask && (*mask == kAddresses || *mask == kUnits) && address(inner(0), factor, depth + 1);
      }
      default:
        return false;
    }
  }

  MatrixDescriptor d_result;
  std::uint64_t d_bits = 0;
};

}  // namespace

std::optional<MatrixDescriptor> matrix_descriptor(llvm::Value& number) {
  return Reader().read(number);
}

MatrixRuns matrix_runs(const MatrixDescriptor& of, std::uint64_t extent, bool across) {
  constexpr std::uint64_t kRows = 8;  // of one pattern
  MatrixRuns runs;
  runs.bytes = kRows * of.row;
  if (!across) {
    runs.counts[0] = (extent + kRows - 1) / kRows;
    runs.strides[0] = of.stride;
    if (of.row == 16) {
      runs.counts[1] = 2;  // 32 bytes of each row
      runs.strides[1] = of.leading;
    }
    runs.begins_at_row = of.row > 32;
    return runs;
  }
  const std::uint64_t bytes = 2 * extent;
  runs.counts[0] = (bytes + of.row - 1) / of.row;
  runs.counts[1] = 16 / kRows;
  runs.strides[0] = of.row == 16 ? of.stride : of.leading;
  runs.strides[1] = of.row == 16 ? of.leading : of.stride;
  return runs;
}

}  // namespace launchproof::frontend
