#include "verify/frontend/memory/matrix_descriptors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <set>

namespace launchproof::frontend {
namespace {

std::optional<std::uint64_t> constant_of(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return number == nullptr || number->getBitWidth() > 64 ? std::nullopt
                                                         : std::optional(number->getZExtValue());
}

// A number: what the lowest 16 bits add to an address in units, which stays in its 14 bits, and the bits
// above them.
struct Fields {
  bool has_address = false;
  bool is_masked = false;  // no bits of the address are above its field
  std::int64_t units = 0;
  std::uint64_t upper = 0;
};

// Takes a descriptor apart.
class Reader {
 public:
  std::optional<MatrixDescriptor> read(llvm::Value& number) {
    const std::optional<Fields> all = fields(number, 0);
    if (!all || !all->has_address || !all->is_masked || d_result.pointer == nullptr) return std::nullopt;
    const auto field = [&](unsigned at) { return all->upper >> at & kAddressField; };
    // So far below the end of shared memory, which has less than 228 KiB, no address has more bits.
    constexpr std::int64_t kLeast = -0x700;
    if (all->units < kLeast) return std::nullopt;
    d_result.last = all->units * (std::int64_t{1} << kUnit);
    d_result.constant += d_result.last;
    d_result.leading = field(16) << kUnit;
    d_result.stride = field(32) << kUnit;
    constexpr std::array<unsigned, 4> kRows{16, 128, 64, 32};
    d_result.row = kRows[all->upper >> 62];
    // What lies between the fields is zero, and so is the offset of a pattern.
    constexpr std::uint64_t kKnown = kAddressField << 16 | kAddressField << 32 | std::uint64_t{3} << 62;
    if ((all->upper & ~kKnown) != 0) return std::nullopt;
    return d_result;
  }

 private:
  static constexpr unsigned kDeepest = 32;
  static constexpr unsigned kUnit = 4;  // addresses are in units of 1 << kUnit bytes
  static constexpr unsigned kAddressBits = 18;
  static constexpr std::uint64_t kAddressField = 0x3fff;

  // Returns the fields of a number of so many bits.
  static Fields split(Fields of, std::uint64_t number, unsigned width) {
    of.units = static_cast<std::int16_t>(number & 0xffff);
    of.upper = number - static_cast<std::uint64_t>(of.units);
    if (width < 64) of.upper &= (std::uint64_t{1} << width) - 1;
    return of;
  }

  static std::uint64_t number_of(const Fields& fields) {
    return fields.upper + static_cast<std::uint64_t>(fields.units);
  }

  // Returns the parts that a descriptor is the sum of.
  std::optional<Fields> fields(llvm::Value& value, unsigned depth) {
    if (depth > kDeepest || !value.getType()->isIntegerTy()) return std::nullopt;
    const unsigned width = value.getType()->getIntegerBitWidth();
    if (width < 32 || width > 64) return std::nullopt;
    if (const auto number = constant_of(value)) return split({}, *number, width);
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr) return std::nullopt;
    const auto inner = [&](unsigned i) { return fields(*operation->getOperand(i), depth + 1); };
    switch (operation->getOpcode()) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Freeze:
        return inner(0);
      case llvm::Instruction::Add: {
        const auto one = inner(0), two = inner(1);
        if (!one || !two || (one->has_address && two->has_address)) return std::nullopt;
        return split({one->has_address || two->has_address, one->is_masked || two->is_masked},
                     number_of(*one) + number_of(*two), width);
      }
      case llvm::Instruction::Or: {
        // The other fields are constant, and apart from each other.
        const auto number = constant_of(*operation->getOperand(1));
        if (!number || (*number & 0xffff) != 0) return std::nullopt;
        std::optional<Fields> one = inner(0);
        if (!one || !one->is_masked || (one->upper & *number) != 0) return std::nullopt;
        one->upper |= *number;
        return one;
      }
      case llvm::Instruction::And: {
        const auto mask = constant_of(*operation->getOperand(1));
        if (!mask || *mask != kAddressField) return std::nullopt;
        std::optional<Fields> one = inner(0);
        if (!one || !one->has_address || one->upper != 0) return std::nullopt;
        one->is_masked = true;
        return one;
      }
      case llvm::Instruction::LShr:
        return units(*operation, depth + 1);
      default:
        return std::nullopt;
    }
  }

  static llvm::Value* without_casts(llvm::Value* value) {
    while (auto* operation = llvm::dyn_cast<llvm::Operator>(value)) {
      const unsigned opcode = operation->getOpcode();
      const bool is_cast = opcode == llvm::Instruction::ZExt || opcode == llvm::Instruction::Trunc ||
                           opcode == llvm::Instruction::Freeze;
      if (!is_cast || value->getType()->getIntegerBitWidth() < 32) break;
      value = operation->getOperand(0);
    }
    return value;
  }

  // Returns an address in units of 16 bytes.
  std::optional<Fields> units(llvm::Operator& shift, unsigned depth) {
    const auto by = constant_of(*shift.getOperand(1));
    if (!by || d_result.pointer != nullptr) return std::nullopt;
    Fields result{true, false, 0, 0};
    llvm::Value* from = shift.getOperand(0);
    // The bits of addresses alone, as `bfe` takes them.
    const auto* shifted = llvm::dyn_cast<llvm::Operator>(from);
    if (shifted != nullptr && shifted->getOpcode() == llvm::Instruction::Shl) {
      const auto left = constant_of(*shifted->getOperand(1));
      if (!left || *left + kUnit != *by || *left + kAddressBits != from->getType()->getIntegerBitWidth())
        return std::nullopt;
      result.is_masked = true;
      from = shifted->getOperand(0);
    } else if (*by != kUnit) {
      return std::nullopt;
    }
    from = without_casts(from);
    auto* masked = llvm::dyn_cast<llvm::Operator>(from);
    if (masked != nullptr && masked->getOpcode() == llvm::Instruction::And) {
      constexpr std::uint64_t kAddresses = 0x3ffff, kWholeUnits = 0x3fff0;
      const auto mask = constant_of(*masked->getOperand(1));
      if (!mask || (*mask != kAddresses && *mask != kWholeUnits)) return std::nullopt;
      result.is_masked = true;
      from = masked->getOperand(0);
    }
    if (!address(*from, 1, depth + 1) || d_result.pointer == nullptr) return std::nullopt;
    return result;
  }

  // Returns whether an address may be a part of the number.
  static bool holds_address(llvm::Value& value) {
    std::set<llvm::Value*> seen{&value};
    std::vector<llvm::Value*> open{&value};
    while (!open.empty()) {
      auto* operation = llvm::dyn_cast<llvm::Operator>(open.back());
      open.pop_back();
      if (operation == nullptr) continue;
      if (operation->getOpcode() == llvm::Instruction::PtrToInt) return true;
      for (const llvm::Use& use : operation->operands())
        if (use->getType()->isIntegerTy() && seen.insert(use.get()).second) open.push_back(use.get());
    }
    return false;
  }

  // A sum with an address of shared memory, which has no more than 18 bits.
  bool address(llvm::Value& value, std::int64_t factor, unsigned depth) {
    if (depth > kDeepest || !value.getType()->isIntegerTy()) return false;
    const unsigned width = value.getType()->getIntegerBitWidth();
    if (width < 32 || width > 64) return false;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      d_result.constant += factor * number->getSExtValue();
      return true;
    }
    auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
    if (operation == nullptr || !holds_address(value)) {
      d_result.added.emplace_back(&value, factor);
      return true;
    }
    const auto inner = [&](unsigned i, std::int64_t times) {
      return address(*operation->getOperand(i), times, depth + 1);
    };
    switch (operation->getOpcode()) {
      case llvm::Instruction::PtrToInt:
        if (d_result.pointer != nullptr || factor != 1) return false;
        d_result.pointer = operation->getOperand(0);
        return true;
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::Freeze:
        return inner(0, factor);
      case llvm::Instruction::Add:
        return inner(0, factor) && inner(1, factor);
      case llvm::Instruction::Sub:
        return inner(0, factor) && inner(1, -factor);
      default:
        return false;
    }
  }

  MatrixDescriptor d_result;
};

}  // namespace

std::optional<MatrixDescriptor> matrix_descriptor(llvm::Value& number) {
  return Reader().read(number);
}

std::optional<MatrixRuns> matrix_runs(const MatrixDescriptor& of, std::uint64_t rows) {
  constexpr std::uint64_t kRows = 8;  // of one pattern
  constexpr unsigned kPlainRow = 16, kRead = 32;
  MatrixRuns runs;
  runs.bytes = kRows * of.row;
  runs.counts[0] = rows / kRows;
  runs.strides[0] = of.stride;
  if (of.row == kPlainRow) {
    runs.counts[1] = kRead / kPlainRow;
    runs.strides[1] = of.leading;
  } else if (runs.counts[0] > 1 && of.stride % runs.bytes != 0) {
    return std::nullopt;
  }
  runs.is_partial = of.row > kRead;
  return runs;
}

}  // namespace launchproof::frontend
