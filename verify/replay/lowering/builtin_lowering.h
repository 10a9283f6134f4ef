// Replaces one call of a function of OpenCL C.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/replay/memory/tables.h"

namespace launchproof::replay {

// The parts of a parameter's type, in the letters of the Itanium C++ ABI.
struct MangledScalar {
  static constexpr char kHalf = 'H';  // stands for "Dh"
  char letter = 0;                    // 0: not understood
  std::uint64_t lanes = 1;
};

class BuiltinLowering {
 public:
  BuiltinLowering(Rewriting& rewriting, llvm::CallInst& call);

  Rewriting& rewriting() { return d_rewriting; }
  llvm::IRBuilder<>& builder() { return d_builder; }
  llvm::CallInst& instruction() { return d_call; }
  const std::string& name() const { return d_name; }
  const MangledScalar& scalar() const { return d_scalar; }  // type of the first parameter
  bool is_signed() const { return is_signed(d_scalar); }
  bool is_second_signed() const { return is_signed(d_second); }
  unsigned arguments() const { return d_call.arg_size(); }
  llvm::Value* argument(unsigned index) { return d_call.getArgOperand(index); }
  llvm::Type* type() const { return d_call.getType(); }

  // Replaces the call, which must not be used afterwards.
  void result(llvm::Value* value);
  // Removes the call; its uses get zero.
  void drop();

  // Creates a value of `type` component by component. A scalar operand serves every component.
  llvm::Value* each(llvm::Type* type, const std::vector<llvm::Value*>& operands,
                    const std::function<llvm::Value*(const std::vector<llvm::Value*>&)>& make);
  // Repeats a scalar for each component of `like`.
  llvm::Value* spread(llvm::Value* value, llvm::Type* like);

 private:
  static bool is_signed(const MangledScalar& scalar) {
    return std::string_view("csilxa").find(scalar.letter) != std::string_view::npos;
  }

  Rewriting& d_rewriting;
  llvm::CallInst& d_call;
  llvm::IRBuilder<> d_builder;
  std::string d_name;
  MangledScalar d_scalar;
  MangledScalar d_second;
};

// Returns the number of a new place where work-items meet.
std::uint32_t add_meeting(BuiltinLowering& call, Meeting kind);

// Each returns true if it knows the function; it has then replaced or rejected the call.
bool lower_group_function(BuiltinLowering& call);
bool lower_exchange(BuiltinLowering& call);
bool lower_atomic(BuiltinLowering& call);
bool lower_memory(BuiltinLowering& call);
bool lower_bits(BuiltinLowering& call);
bool lower_integer(BuiltinLowering& call);
bool lower_vector(BuiltinLowering& call);
bool lower_float(BuiltinLowering& call);

// Lowers image accesses, queries and samplers. Must be called before the others.
void lower_images(Rewriting& rewriting);

// Gives events of asynchronous copies a type that machines have. Must be called first.
void lower_events(Rewriting& rewriting);

}  // namespace launchproof::replay
