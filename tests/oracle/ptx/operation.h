// PTX instructions that compute one value from others.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/ptx/module.h"

namespace launchproof::oracle::ptx {

// State that a computation may use besides its sources.
struct Machine {
  CallingItem& item;
  std::uint64_t& carry;  // CC.CF
};

using Word = std::uint64_t;
inline constexpr Type kWord{'u', 32};
inline constexpr Type kPredicate{'p', 1};
inline constexpr Type kAddress{'u', 64};
using Compute = std::function<Word(Machine& machine, const Word* sources)>;

// Sources are words of their types, zero-extended. Only the bits of the result type are significant.
struct Operation {
  std::vector<Type> sources;
  Type result;
  Compute compute;
  bool pair = false;  // returns two predicates, in bits 0 and 1
};

// Each returns nothing for instructions of other families, and throws CannotJudge for an unknown form.
std::optional<Operation> packed_operation(const Statement& statement);
std::optional<Operation> integer_operation(const Statement& statement);
std::optional<Operation> bit_operation(const Statement& statement);
std::optional<Operation> choice_operation(const Statement& statement);
std::optional<Operation> float_operation(const Statement& statement);
std::optional<Operation> conversion(const Statement& statement);

// Rejects words after the operation's name that are neither types nor in the list.
void allow(const Statement& statement, std::initializer_list<const char*> words);

// Flushes subnormal numbers as PTX does.
Word flushed(Word bits, unsigned width);
// Returns the bits, or those of an arbitrary NaN if they are a NaN, since PTX leaves open which NaN an
// instruction returns.
Word with_any_nan(Machine& machine, Word bits, unsigned width);
bool is_nan(Word bits, unsigned width);

}  // namespace launchproof::oracle::ptx
