// Computes the low bits of values that only the number of a thread and its path determine.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace launchproof::frontend {

// The low bits of a value that are known. All of them: the value is.
struct Low {
  static constexpr unsigned kExact = 64;

  std::uint64_t bits = 0;
  unsigned known = 0;

  bool is_exact() const { return known == kExact; }
  auto operator<=>(const Low&) const = default;
};

std::uint64_t low_bits(std::uint64_t value, unsigned count);
Low exact(std::uint64_t value);

// Returns what is kept of a number that a loop carries. Counters would have too many values: of large ones,
// few bits are kept.
Low bounded(const Low& number, const llvm::PHINode& phi);

// Returns the bits of an integer, or of an address.
unsigned width_of(const llvm::Value& value);

// Returns the dimension whose local id the value is.
std::optional<unsigned> dimension_of_local_id(const llvm::Value& value);
bool is_thread_number(const llvm::Value& value);

class LowBits {
 public:
  using Numbers = std::map<const llvm::PHINode*, Low>;
  // Returns the value of an instruction that is known otherwise; nothing for others.
  using Leaf = std::function<std::optional<Low>(const llvm::Value&)>;

  // Follows pointers into `object` alone; null: into each variable of the program.
  LowBits(const llvm::DataLayout& layout, Leaf leaf, const llvm::Value* object = nullptr)
      : d_layout(layout), d_leaf(std::move(leaf)), d_object(object) {}

  // `numbers` are the values of phis that are known. A pointer's value is its distance in bytes from the
  // start of its object.
  Low value(const llvm::Value& of, const Numbers& numbers, unsigned depth = 0) const;

  // Takes dividends of signed divisions for not negative where only low bits of them are known.
  void take_for_positive(std::set<const llvm::Instruction*>& divisions) { d_positive = &divisions; }

 private:
  Low signed_division(const llvm::Instruction& division, const Low& a, const Low& b, unsigned width) const;
  Low place(const llvm::Value& pointer, const Numbers& numbers, unsigned depth) const;

  const llvm::DataLayout& d_layout;
  Leaf d_leaf;
  const llvm::Value* d_object;
  std::set<const llvm::Instruction*>* d_positive = nullptr;  // those that were taken for not negative
};

}  // namespace launchproof::frontend
