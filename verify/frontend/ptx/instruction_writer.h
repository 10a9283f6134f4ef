// Translates PTX instructions to CUDA C++ statements with the same effect.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/frontend/ptx/pointers.h"
#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

// Reports an instruction that is not understood; the message describes it.
class Unsupported : public std::runtime_error {
 public:
  explicit Unsupported(const std::string& why, std::string executed = {})
      : std::runtime_error(why), d_executed(std::move(executed)) {}

  // Returns C++ that an execution may run although proofs leave it open; empty if there is none.
  const std::string& executed() const { return d_executed; }

 private:
  std::string d_executed;
};

// Names of an opcode, in alphabetical order, and how much of it is understood; the reason if it is rejected.
struct OpcodeEntry {
  std::string_view name;
  std::string_view understood;  // empty: it is rejected
  std::string_view reason;
};
std::span<const OpcodeEntry> opcode_entries();

// Returns the C++ type for values of a PTX type: an unsigned type for bits.
std::string cpp_type(const Type& type);

// Returns an expression that converts a value from one type to another: the same bits, or the same integer in
// another size. `text` must be a name or in parentheses.
std::string converted(const Type& from, const Type& to, const std::string& text);

// Returns the C++ label for a PTX label.
std::string label_symbol(const std::string& label);

// Returns the suffix that CUDA's functions use for a rounding mode: "rd" for "rm", "ru" for "rp".
std::string direction_of(const std::string& mode);

// A part of a structure parameter that an entry loads.
struct Field {
  std::int64_t offset = 0;
  Type type;
  bool operator==(const Field&) const = default;
};

class InstructionWriter {
 public:
  InstructionWriter(const Module& module, const Function& function, const Pointers& pointers);

  // Returns the statement, without its predicate. Throws Unsupported.
  std::string write(const Instruction& instruction);

  // Returns whether control that jumps to this label ends the function without doing anything else.
  bool is_end(const std::string& label) const;

  // Returns the fields of a structure parameter of the entry, by offset; nothing if its loads overlap.
  static std::vector<Field> fields_of(const Function& function, const Variable& parameter);

  // Returns whether the program needs arithmetic that deviates from IEEE 754.
  bool is_relaxed() const { return d_relaxed; }

  // Returns the names of headers that the program needs besides ptx_operations.h.
  const std::set<std::string>& headers() const { return d_headers; }

  // Returns whether the instruction sets or reads the carry, which is a variable (kCarry) of the function.
  static bool uses_carry(const Instruction& instruction);
  static constexpr const char* kCarry = "ptx_carry";

  // These functions translate instructions. The table of opcodes refers to them.
  std::string absolute();
  std::string active_mask();
  std::string sum();
  std::string bitwise();
  std::string nothing();
  std::string asynchronous_copy();
  std::string atomic();
  std::string barrier();
  std::string extract_bits();
  std::string insert_bits();
  std::string branch();
  std::string reverse_bits();
  std::string call();
  std::string leading_zeros();
  std::string logical_not();
  std::string copy_sign();
  std::string approximate();
  std::string convert();
  std::string address_conversion();
  std::string quotient();
  std::string leave();
  std::string fence();
  std::string fused();
  std::string load();
  std::string logic_of_three();
  std::string product_and_sum();
  std::string product_and_sum_of_24_bits();
  std::string match();
  std::string maximum();
  std::string minimum();
  std::string move();
  std::string product();
  std::string product_of_24_bits();
  std::string negation();
  std::string bitwise_not();
  std::string population();
  std::string permute();
  std::string reciprocal();
  std::string warp_reduction();
  std::string remainder();
  std::string absolute_difference();
  std::string select();
  std::string set_value();
  std::string set_predicate();
  std::string funnel_shift();
  std::string shuffle();
  // Translates a shuffle with a segment that no CUDA function supports.
  std::string shuffle_in_any_segment(const std::string& mode, const Operand& to,
                                     const std::vector<Operand>& second);
  std::string shift_left();
  std::string shift_right();
  std::string square_root();
  std::string store();
  std::string difference();
  std::string trap();
  std::string vote();

  // These functions translate instructions. Each of these sections of chapter 9.7 has its own source file.
  std::string any_policy();
  std::string barrier_in_memory();
  std::string arrival(bool drops);
  std::string block_copy();
  std::string block_reduction();
  std::string grouped_block_copy(const std::string& function, const std::string& type);
  std::string branch_by_table();
  std::string carried_difference();
  std::string carried_product();
  std::string carried_sum();
  std::string dot_product_of_four();
  std::string dot_product_of_two();
  std::string discard();
  std::string elect();
  std::string extended_bits();
  std::string find_bit();
  std::string find_nth_bit();
  std::string is_in_space();
  std::string load_matrix();
  std::string mask_of_bits();
  std::string matrix_product();
  std::string move_matrix();
  std::string select_by_sign();
  std::string store_matrix();
  std::string surface_load();
  std::string test_float();
  std::string texture();
  std::string surface_reduction();
  std::string surface_store();
  std::string any_image_value();
  std::string image_place(const Operand& address, const Type& coordinate) const;
  std::string executed_texture() const;
  std::string surface_place(const Operand& address, std::size_t count, Type& type) const;
  std::string proved_surface_place(const Operand& address, std::size_t count, Type& type,
                                   const std::string& executed);
  static std::string executed_or(const std::string& executed, const std::string& proved);
  std::string executed_surface_load() const;
  std::string executed_surface_store() const;
  std::string any_result();
  std::string video();
  std::string video_of_several();
  std::string warp_matrix();
  std::string warp_group_matrix();

 private:
  struct WarpGroupShape {
    unsigned columns = 0;     // of the second matrix
    bool has_orders = false;  // operands tell how the matrices lie in memory
  };
  WarpGroupShape warp_group_shape();
  // Returns C++ that leaves open what the instruction reads of results of products. Tensor cores may store to
  // these until the thread waits, so that no two reads need to yield the same.
  std::string renewed_products(const Instruction& instruction) const;
  // Returns C++ that leaves open what the instruction stores in results of products, which tensor cores may
  // store to at that time, and says that it does.
  std::string open_products(const Instruction& instruction) const;

  // Consumes a suffix and returns whether it was present. A suffix that is never consumed makes the
  // instruction unsupported.
  bool take(std::string_view suffix);
  // Consumes one of the suffixes; empty if none is present.
  std::string take_one(std::initializer_list<std::string_view> suffixes);
  Type take_type();
  void skip(std::span<const std::string_view> suffixes);
  void skip(std::initializer_list<std::string_view> suffixes) {
    skip(std::span(suffixes.begin(), suffixes.end()));
  }
  std::string rounding();  // "rn", "rz", "rd" or "ru", as in the names of CUDA's functions
  void take_flush();       // .ftz

  // Read operands.
  void need(std::size_t count) const;
  const Operand& operand(std::size_t i) const;
  std::string value(const Operand& operand, const Type& type) const;
  std::string address(const Operand& operand) const;  // address given by the operand's value, as `unsigned
                                                      // char*`
  std::string place(const Operand& operand, const std::string& type) const;  // what [a] names
  std::string constant(const Operand& operand, const Type& type) const;
  std::string assign(const Operand& to, const Type& type, const std::string& value) const;
  // Returns the constant value of an operand, or the constant that its register always holds.
  std::optional<std::uint64_t> known_number(const Operand& given) const;
  std::uint64_t number(const Operand& given, const char* what) const;  // rejects everything except constants
  // If the only instruction that sets this register is a `mov` of a constant, returns its operand; null
  // otherwise.
  const Operand* only_constant(const Operand& operand) const;
  bool is_pointer(const Operand& operand) const;

  // A part of an operand of a video instruction, as a number of 64 bits.
  std::string video_part(const Operand& operand, const Type& type) const;
  std::string video_product(const Type& a, const Type& b);

  // A float of 16 bits, or a pair of them.
  struct Narrow {
    std::string type;  // CUDA's
    bool is_pair = false;
  };
  std::optional<Narrow> take_narrow();
  std::optional<std::string> narrow_operation();  // nothing: no operand is such a float
  std::string take_narrow_comparison();
  std::string narrow_compared(const Narrow& narrow, const std::string& name, const std::string& part) const;
  std::string narrow_set(const Narrow& narrow);
  std::string narrow_integral(const Narrow& narrow, const std::string& kind, const std::string& mode);
  std::string narrow_comparison(const Narrow& narrow);
  std::string narrow_conversion();

  bool is_whole_block(const Operand& given) const;
  bool is_only_barrier() const;
  std::string order_and_scope(const std::string& order);
  // Returns a call that performs an atomic of this type. Its operands begin after the one with the number
  // `first`.
  std::string ordered_atomic(const std::string& operation, const std::string& place_text, const Type& as,
                             std::size_t first, const std::string& order, const std::string& scope);
  std::string ordered_load(const std::string& order);
  std::string ordered_store(const std::string& order);
  std::string go_to(const std::string& label) const;
  std::string binary(const char* sign);
  std::string float_operation(const char* name, const Type& type, std::size_t operands);
  std::string comparison(const std::string& name, const Type& type, const std::string& a,
                         const std::string& b) const;
  std::string compared(const Type*& type, Type& storage);
  std::string extreme(const char* name);
  std::string parameter_load(const Type& type, std::span<const Operand> to);
  std::string moved_address();
  std::string offset_address(int at, const std::string& offset);
  std::string product_of(const Type& type, const std::string& mode) const;
  std::string product_of_24(const Type& type);
  std::string saturated_sum(const char* sign) const;
  std::optional<std::string> operation_on_halves();  // nothing: the operation is on whole registers
  std::string packed_conversion();
  std::string open_conversion(const std::string& to);
  std::string arguments_of(const Function& callee, const Operand* results, const Operand* arguments) const;
  std::string call_by_pointer(const Operand& pointer, const Operand* results, const Operand* arguments);
  // Returns the first `count` arguments of a call, as 64-bit numbers.
  std::string texts_of(const Operand* arguments, std::size_t count) const;
  [[noreturn]] void refuse(const std::string& why, const std::string& executed = {}) const;

  const Module& d_module;
  const Function& d_function;
  const Pointers& d_pointers;
  const Instruction* d_instruction = nullptr;
  std::vector<bool> d_taken;
  std::set<const Variable*> d_products;  // registers that tensor cores store to
  bool d_relaxed = false;
  std::set<std::string> d_headers;
};

}  // namespace launchproof::frontend::ptx
