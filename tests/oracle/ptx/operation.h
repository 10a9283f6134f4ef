// PTX instructions that compute one value of others.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/ptx/module.h"

namespace launchproof::oracle::ptx {

// State that a computation may touch besides its sources.
struct Machine {
  CallingItem& item;
  std::uint64_t& carry;  // CC.CF
};

using Word = std::uint64_t;
inline constexpr Type kWord{'u', 32};
inline constexpr Type kPredicate{'p', 1};
inline constexpr Type kAddress{'u', 64};
using Compute = std::function<Word(Machine& machine, const Word* sources)>;

// The sources come as words of their types, zero-extended. Only the bits of the type count in the result.
struct Operation {
  std::vector<Type> sources;
  Type result;
  Compute compute;
  bool pair = false;  // gives two predicates, in bits 0 and 1
};

// Each is empty for instructions of other families, and throws CannotJudge for a form that it does not know.
std::optional<Operation> packed_operation(const Statement& statement);
std::optional<Operation> integer_operation(const Statement& statement);
std::optional<Operation> bit_operation(const Statement& statement);
std::optional<Operation> choice_operation(const Statement& statement);
std::optional<Operation> float_operation(const Statement& statement);
std::optional<Operation> conversion(const Statement& statement);

// Refuses words of the operation, after its name, that are neither types nor in the list.
void allow(const Statement& statement, std::initializer_list<const char*> words);

// PTX's flush of numbers below the normal ones.
Word flushed(Word bits, unsigned width);
// The bits, or those of any NaN where they are one: which one instructions give is left open.
Word with_any_nan(Machine& machine, Word bits, unsigned width);
bool is_nan(Word bits, unsigned width);

}  // namespace launchproof::oracle::ptx
