// Vector loads and stores through pointers to components.
#include <llvm/IR/DerivedTypes.h>

#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

// Returns the number in vload4, vstore_half16_rte, …; 1 if there is none.
unsigned components_of(std::string_view name) {
  const std::size_t start = name.find_first_of("0123456789");
  unsigned count = 0;
  for (std::size_t i = start; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i)
    count = count * 10 + static_cast<unsigned>(name[i] - '0');
  return count == 0 ? 1 : count;
}

// Returns the address of vector number `index`. Only the aligned functions store three components in the
// space of four.
Pointer element_at(BuiltinCall& call, unsigned pointer, unsigned index, unsigned count,
                   unsigned component_bytes) {
  ValueBuilder& values = call.values();
  const unsigned stride = call.name().find("a_half") != std::string::npos && count == 3 ? 4 : count;
  const ValueId number = values.resize(call.argument(index).front(), call.translator().address_bits(), false);
  return call.translator().moved(call.pointer(pointer),
                                 values.mul(number, values.address(std::uint64_t{stride} * component_bytes)));
}

}  // namespace

void vector_load(BuiltinCall& call) {
  const std::vector<unsigned> widths = call.result_widths();
  const auto count = static_cast<unsigned>(widths.size());
  const unsigned bytes = widths.front() / 8;
  call.result(call.translator().read(element_at(call, 1, 0, count, bytes), bytes, count));
}

void vector_store(BuiltinCall& call) {
  const Parts data = call.argument(0);
  const unsigned bytes = call.values().width(data.front()) / 8;
  call.translator().write(element_at(call, 2, 1, static_cast<unsigned>(data.size()), bytes), bytes, data);
}

void vector_load_half(BuiltinCall& call) {
  const unsigned count = components_of(call.name());
  Parts made;
  for (const ValueId half : call.translator().read(element_at(call, 1, 0, count, 2), 2, count))
    made.push_back(call.values().function("float.convert.16.32", 32, {half}));
  call.result(std::move(made));
}

void vector_store_half(BuiltinCall& call) {
  const unsigned count = components_of(call.name());
  const std::size_t mode = call.name().find("_rt");
  Parts halves;
  for (const ValueId value : call.argument(0)) {
    std::string name = "float.convert";
    if (mode != std::string::npos) name.append(call.name().substr(mode));
    name.append(".").append(std::to_string(call.values().width(value))).append(".16");
    halves.push_back(call.values().function(name, 16, {value}));
  }
  call.translator().write(element_at(call, 2, 1, count, 2), 2, halves);
}

}  // namespace launchproof::frontend
