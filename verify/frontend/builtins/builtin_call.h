// One call of a built-in function, as passed to its handler.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <functional>
#include <string>
#include <string_view>

#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {

// The scalar type of a mangled parameter.
struct ScalarType {
  char code =
      0;  // of the Itanium mangling: i int, j unsigned, f float, d double, h unsigned char, …; H for half
  unsigned bytes() const;  // 0 if unknown
  bool is_float() const { return code == 'f' || code == 'd' || code == 'H'; }
  bool is_signed() const { return std::string_view("csilxa").find(code) != std::string_view::npos; }
};

class BuiltinCall {
 public:
  BuiltinCall(KernelTranslator& translator, const llvm::CallBase& call);

  const std::string& name() const { return d_name; }
  // Returns the name used in the program; a CUDA function is implemented by others.
  std::string source_name() const;
  ScalarType scalar() const {
    return d_scalar;
  }  // scalar type of the first parameter, without pointers and
     // vectors
  ScalarType second_scalar() const { return d_second; }
  unsigned lanes() const {
    return d_lanes;
  }  // number of components of the first parameter, without
     // pointers; 1 for scalars
  KernelTranslator& translator() { return d_translator; }
  ValueBuilder& values() { return d_translator.values(); }
  const llvm::CallBase& call() const { return d_call; }

  // Returns the OpenCL C version of the module: 120, 200 and so on.
  unsigned language() const;
  unsigned arguments() const { return d_call.arg_size(); }
  Parts argument(unsigned index) { return d_translator.parts(d_call.getArgOperand(index)); }
  Pointer pointer(unsigned index) { return d_translator.pointer(d_call.getArgOperand(index)); }
  llvm::Type* type(unsigned index) const { return d_call.getArgOperand(index)->getType(); }
  std::vector<unsigned> result_widths() { return d_translator.widths(d_call.getType()); }

  void result(Parts parts) { d_translator.define(d_call, std::move(parts)); }
  // Computes the result for each component. A scalar argument serves every component.
  void result_of_each(const std::function<ValueId(const Parts& operands, unsigned width)>& make);
  void refuse(const std::string& construct);

 private:
  KernelTranslator& d_translator;
  const llvm::CallBase& d_call;
  std::string d_name;
  ScalarType d_scalar;
  ScalarType d_second;
  unsigned d_lanes = 1;
};

// Handlers of functions, as named in builtins.def.
void work_item(BuiltinCall& call);
void work_dimension(BuiltinCall& call);
void global_linear_id(BuiltinCall& call);
void local_linear_id(BuiltinCall& call);
void group_barrier(BuiltinCall& call);
void sub_group_barrier(BuiltinCall& call);
void sub_group_query(BuiltinCall& call);
void sub_group_collective(BuiltinCall& call);
void sub_group_exchange(BuiltinCall& call);
void sub_group_function(BuiltinCall& call);
void warp_mask(BuiltinCall& call);
void warp_ballot(BuiltinCall& call);
void warp_shuffle(BuiltinCall& call);
void texture(BuiltinCall& call);
void to_space(BuiltinCall& call);
void fence_of(BuiltinCall& call);
void any_value(BuiltinCall& call);
void fence(BuiltinCall& call);
void group_collective(BuiltinCall& call);
void async_copy(BuiltinCall& call);
void async_wait(BuiltinCall& call);
void nothing(BuiltinCall& call);

void integer_abs(BuiltinCall& call);
void integer_abs_diff(BuiltinCall& call);
void integer_add_sat(BuiltinCall& call);
void integer_sub_sat(BuiltinCall& call);
void integer_hadd(BuiltinCall& call);
void integer_rhadd(BuiltinCall& call);
void integer_clz(BuiltinCall& call);
void integer_ctz(BuiltinCall& call);
void integer_popcount(BuiltinCall& call);
void integer_mul_hi(BuiltinCall& call);
void integer_mad_hi(BuiltinCall& call);
void integer_mad_sat(BuiltinCall& call);
void integer_mul24(BuiltinCall& call);
void integer_mad24(BuiltinCall& call);
void integer_rotate(BuiltinCall& call);
void integer_upsample(BuiltinCall& call);
void bits_reversed(BuiltinCall& call);
void bitfield_inserted(BuiltinCall& call);
void bitfield_extracted(BuiltinCall& call);
void integer_dot(BuiltinCall& call);
void minimum(BuiltinCall& call);
void maximum(BuiltinCall& call);
void clamped(BuiltinCall& call);

void selected(BuiltinCall& call);
void bit_selected(BuiltinCall& call);
void any_of(BuiltinCall& call);
void all_of(BuiltinCall& call);
void shuffled(BuiltinCall& call);
void converted(BuiltinCall& call);

void large_packet(BuiltinCall& call);
void pipe_reserve(BuiltinCall& call);
void pipe_group_reserve(BuiltinCall& call);
void pipe_group_commit(BuiltinCall& call);
void reservation_is_valid(BuiltinCall& call);
void pipe_packets(BuiltinCall& call);
void pipe_capacity(BuiltinCall& call);

void functional(BuiltinCall& call);
void geometric(BuiltinCall& call);
void two_results(BuiltinCall& call);
void float_abs(BuiltinCall& call);
void float_copysign(BuiltinCall& call);
void float_class(BuiltinCall& call);
void float_relation(BuiltinCall& call);

void image_read(BuiltinCall& call);
void image_write(BuiltinCall& call);
void image_query(BuiltinCall& call);
void sampler_constant(BuiltinCall& call);
void surface_read(BuiltinCall& call);
void surface_write(BuiltinCall& call);
void surface_reduce(BuiltinCall& call);

void vector_load(BuiltinCall& call);
void vector_store(BuiltinCall& call);
void vector_load_half(BuiltinCall& call);
void vector_store_half(BuiltinCall& call);
void atomic_legacy(BuiltinCall& call);
void atomic_init(BuiltinCall& call);
void atomic_load(BuiltinCall& call);
void atomic_store(BuiltinCall& call);
void atomic_change(BuiltinCall& call);
void atomic_compare_exchange(BuiltinCall& call);
void atomic_flag_set(BuiltinCall& call);
void atomic_flag_clear(BuiltinCall& call);

}  // namespace launchproof::frontend
