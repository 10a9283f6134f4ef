// Implements atomic_* and atom_* of OpenCL C 1.x and the C11 atomics of 2.x.
#include <algorithm>
#include <map>
#include <optional>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;

enum class Operation : std::uint8_t { Add, Sub, Exchange, Increment, Decrement, And, Or, Xor, Min, Max };

const std::map<std::string, Operation>& operations() {
  static const std::map<std::string, Operation> kOperations{
      {"add", Operation::Add},           {"sub", Operation::Sub},       {"xchg", Operation::Exchange},
      {"exchange", Operation::Exchange}, {"inc", Operation::Increment}, {"dec", Operation::Decrement},
      {"and", Operation::And},           {"or", Operation::Or},         {"xor", Operation::Xor},
      {"min", Operation::Min},           {"max", Operation::Max}};
  return kOperations;
}

Word combine(Operation operation, ScalarType type, Word old, Word value) {
  const auto less = [&](Word a, Word b) {
    if (type.is_float) return to_double(a, type.bits) < to_double(b, type.bits);
    return type.is_signed ? sign_extended(a, type.bits) < sign_extended(b, type.bits) : a < b;
  };
  const auto sum = [&](double sign) {
    return from_double(to_double(old, type.bits) + sign * to_double(value, type.bits), type.bits);
  };
  switch (operation) {
    case Operation::Add:
      return type.is_float ? sum(1) : old + value;
    case Operation::Sub:
      return type.is_float ? sum(-1) : old - value;
    case Operation::Exchange:
      return value;
    case Operation::Increment:
      return old + 1;
    case Operation::Decrement:
      return old - 1;
    case Operation::And:
      return old & value;
    case Operation::Or:
      return old | value;
    case Operation::Xor:
      return old ^ value;
    case Operation::Min:
      return less(value, old) ? value : old;
    case Operation::Max:
      return less(old, value) ? value : old;
  }
  return old;
}

// Finds the arguments with the order and scope of a C11 atomic. Without an order, a C11 atomic is
// sequentially consistent and any other atomic is relaxed. The default scope is the device.
struct Manner {
  std::optional<std::size_t> order, scope;
  std::uint64_t otherwise = 0;
  [[nodiscard]] AtomicManner read(Lanes arguments) const {
    return {scope ? static_cast<AtomicScope>(*arguments[*scope]) : AtomicScope::Device,
            order ? *arguments[*order] : otherwise};
  }
};

Handler make_update(const Signature& signature, Operation operation, const Manner& manner) {
  const ScalarType type = signature.parameters[0].scalar;
  const bool has_value = signature.parameters.size() > 1 && operation != Operation::Increment &&
                         operation != Operation::Decrement;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    const Word value = has_value ? *arguments[1] : 0;
    *result =
        item.atomic(*arguments[0], type.bits / 8U, AccessKind::AtomicUpdate, manner.read(arguments),
                    [&](Word old) { return combine(operation, type, old, value) & mask_of(type.bits); });
  };
}

Handler make_store(const Signature& signature, const Manner& manner, bool has_value) {
  const std::uint32_t bytes = signature.parameters[0].scalar.bits / 8U;
  return [=](CallingItem& item, Lanes arguments, Word*) {
    const Word value = has_value ? *arguments[1] : 0;
    item.atomic(*arguments[0], bytes, AccessKind::AtomicWrite, manner.read(arguments),
                [&](Word) { return value; });
  };
}

Handler make_load(const Signature& signature, const Manner& manner) {
  const std::uint32_t bytes = signature.parameters[0].scalar.bits / 8U;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    *result = item.atomic(*arguments[0], bytes, AccessKind::AtomicRead, manner.read(arguments), {});
  };
}

// atomic_cmpxchg(pointer, comparand, value) returns the old value.
Handler make_old_exchange(const Signature& signature) {
  const std::uint32_t bytes = signature.parameters[0].scalar.bits / 8U;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    *result = item.atomic(*arguments[0], bytes, AccessKind::AtomicUpdate, AtomicManner{},
                          [&](Word old) { return old == *arguments[1] ? *arguments[2] : old; });
  };
}

// C11: success is returned, and on failure the old value is stored through the second pointer. The weak form
// never fails by itself here.
Handler make_compare_exchange(const Signature& signature, const Manner& manner) {
  const std::uint32_t bytes = signature.parameters[0].scalar.bits / 8U;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    Word expected = 0;
    item.read(*arguments[1], bytes, reinterpret_cast<std::uint8_t*>(&expected));
    const Word old = item.atomic(*arguments[0], bytes, AccessKind::AtomicUpdate, manner.read(arguments),
                                 [&](Word was) { return was == expected ? *arguments[2] : was; });
    *result = old == expected ? 1 : 0;
    if (old != expected) item.write(*arguments[1], bytes, reinterpret_cast<const std::uint8_t*>(&old));
  };
}

Handler make_flag(const Manner& manner) {
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    *result = item.atomic(*arguments[0], 4, AccessKind::AtomicUpdate, manner.read(arguments),
                          [](Word) { return 1; }) != 0
                  ? 1
                  : 0;
  };
}

// This is a plain write, not an atomic one.
Handler make_init(const Signature& signature) {
  const std::uint32_t bytes = signature.parameters[0].scalar.bits / 8U;
  return [=](CallingItem& item, Lanes arguments, Word*) {
    item.write(*arguments[0], bytes, reinterpret_cast<const std::uint8_t*>(arguments[1]));
  };
}

}  // namespace

Handler find_atomic_builtin(const Signature& signature) {
  std::string name = signature.name;
  if (name.starts_with("atomic_")) {
    name = name.substr(7);
  } else if (name.starts_with("atom_")) {
    name = name.substr(5);
  } else {
    return {};
  }
  if (signature.parameters.empty() || !signature.parameters[0].pointer || !signature.parameters[0].known)
    return {};
  Manner manner;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (signature.parameters[i].text == "memory_scope") manner.scope = i;
    if (signature.parameters[i].text == "memory_order" && !manner.order) manner.order = i;
  }
  if (name.ends_with("_explicit")) name = name.substr(0, name.size() - 9);
  for (const char* prefix : {"fetch_", "load", "store", "exchange", "compare_exchange", "flag_"})
    if (name.starts_with(prefix)) manner.otherwise = 5;
  if (name.starts_with("fetch_")) name = name.substr(6);
  if (name == "init") return make_init(signature);
  if (name == "load") return make_load(signature, manner);
  if (name == "store") return make_store(signature, manner, true);
  if (name == "flag_clear") return make_store(signature, manner, false);
  if (name == "flag_test_and_set") return make_flag(manner);
  if (name == "cmpxchg") return make_old_exchange(signature);
  if (name == "compare_exchange_strong" || name == "compare_exchange_weak") {
    return make_compare_exchange(signature, manner);
  }
  const auto operation = operations().find(name);
  return operation == operations().end() ? Handler{} : make_update(signature, operation->second, manner);
}

}  // namespace launchproof::oracle
