// The operands of a PTX function while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/ptx/module.h"
#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

// A work-item that executes an instruction.
struct Context {
  CallingItem& item;
  Word* frame;       // lanes of the function
  const Word* pool;  // addresses of the module's variables, by their numbers
};

using Action = std::function<void(Context&)>;

// The value of an operand, as a word of its type.
struct Source {
  enum class Kind : std::uint8_t { Fixed, Lane, Pool, Special } kind = Kind::Fixed;
  std::uint32_t index = 0;  // Lane, Pool
  Word fixed = 0;           // added
  Word mask = 0;
  bool inverted = false;  // a predicate
  std::function<Word(CallingItem&)> special;

  [[nodiscard]] Word value(Context& context) const {
    Word word = fixed;
    if (kind == Kind::Lane) word += context.frame[index];
    if (kind == Kind::Pool) word += context.pool[index];
    if (kind == Kind::Special) word += special(context.item);
    return (word & mask) ^ Word { inverted };
  }
};

// A register that receives a value of a type, and may be wider than the type.
struct Sink {
  bool none = false;  // `_`
  std::uint32_t lane = 0;
  unsigned bits = 0;
  Type type;

  void put(Context& context, Word value) const {
    if (none) return;
    value &= mask_of(type.bits);
    if (type.kind == 's' && bits > type.bits) value = static_cast<Word>(sign_extended(value, type.bits));
    context.frame[lane] = value & mask_of(bits);
  }
};

// Addresses of shared memory have 32 bits: the number of the variable in the upper bits, and below it the
// offset, relative to the middle of 16 MiB. All dynamic variables are one.
class SharedWindow {
 public:
  explicit SharedWindow(const Module& module);

  [[nodiscard]] Word address_of(std::uint32_t variable) const;
  // Returns the variable's own address plus the offset.
  [[nodiscard]] Word to_generic(const Context& context, Word address) const;
  [[nodiscard]] Word from_generic(Context& context, Word address) const;

 private:
  static constexpr unsigned kPlaceBits = 24;
  static constexpr Word kMiddle = Word{1} << (kPlaceBits - 1);
  std::vector<std::uint32_t> d_variables;            // numbered from 1
  std::map<std::uint32_t, std::uint32_t> d_numbers;  // of variables
};

class Frame {
 public:
  Frame(const Module& module, const Function& function, const SharedWindow& window);

  [[nodiscard]] Source source(const Statement& statement, const Operand& operand, Type type) const;
  [[nodiscard]] Sink sink(const Statement& statement, const Operand& operand, Type type) const;
  [[nodiscard]] std::uint32_t variable_lane(std::uint32_t index) const;
  [[nodiscard]] std::uint32_t carry_lane() const;
  std::uint32_t add_lanes(std::uint32_t count);
  [[nodiscard]] std::uint32_t lanes() const { return d_lanes; }
  [[nodiscard]] const SharedWindow& window() const { return d_window; }
  [[nodiscard]] const Module& module() const { return d_module; }
  [[nodiscard]] const Function& function() const { return d_function; }

 private:
  const Module& d_module;
  const Function& d_function;
  const SharedWindow& d_window;
  std::uint32_t d_lanes = 0;
};

// Return the action for instructions of one family; empty for others. Throw CannotJudge for unknown forms.
Action move_action(const Statement& statement, Frame& frame);
Action memory_action(const Statement& statement, const Frame& frame);
Action atomic_action(const Statement& statement, const Frame& frame);
Action fence_action(const Statement& statement);
// Returns the value that an atomic operation of this name leaves, from the old one and its operands.
Word updated(const std::string& name, Type type, Word old, Word value, Word other);
Action copy_action(const Statement& statement, const Frame& frame);
Action video_action(const Statement& statement, const Frame& frame);
Action address_action(const Statement& statement, const Frame& frame);
// An operation that threads perform together. `after` runs when they continue.
struct Meeting {
  Action action;
  Action after;
};
Meeting barrier_action(const Statement& statement, Frame& frame);
Meeting warp_action(const Statement& statement, Frame& frame);

// Returns the address given by an operand in brackets, in this state space; empty for generic addresses.
Word address_at(Context& context, const Source& base, const std::string& space, const SharedWindow& window,
                const Statement& statement);
Source base_of(const Statement& statement, const Operand& address, const Frame& frame);
std::string space_of(const Statement& statement);

}  // namespace launchproof::oracle::ptx
