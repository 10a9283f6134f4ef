// Implements vector loads and stores, block copies, and functions on address spaces.
#include <cstring>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;

void store_word(std::uint8_t* out, Word word, unsigned bytes) {
  std::memcpy(out, &word, bytes);
}

Word load_word(const std::uint8_t* from, unsigned bytes) {
  Word word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

// Describes a vector load or store by its name.
struct Shape {
  std::uint32_t lanes = 1;
  bool half = false;     // memory holds halves
  bool aligned = false;  // vloada: three lanes lie four apart
  Rounding rounding = Rounding::NearestEven;
};

bool read_shape(const std::string& name, const std::string& verb, Shape& shape) {
  if (!name.starts_with(verb)) return false;
  std::string rest = name.substr(verb.size());
  if (rest.starts_with("a_half")) {
    shape.aligned = true;
    rest = rest.substr(1);
  }
  if (rest.starts_with("_half")) {
    shape.half = true;
    rest = rest.substr(5);
  }
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits > 0) shape.lanes = static_cast<std::uint32_t>(std::stoul(rest.substr(0, digits)));
  rest = rest.substr(digits);
  if (rest == "_rtz") shape.rounding = Rounding::TowardZero;
  if (rest == "_rtp") shape.rounding = Rounding::Up;
  if (rest == "_rtn") shape.rounding = Rounding::Down;
  return rest.empty() || rest == "_rte" || rest == "_rtz" || rest == "_rtp" || rest == "_rtn";
}

// vloadN(offset, pointer) is one access to all its lanes.
Handler make_load(const Signature& signature, const Shape& shape) {
  const std::uint32_t width = signature.parameters[1].scalar.bits / 8U;
  const unsigned result_bits = signature.result_bits;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    const Word stride = Word{width} * (shape.aligned && shape.lanes == 3 ? 4 : shape.lanes);
    std::vector<std::uint8_t> bytes(std::size_t{width} * shape.lanes);
    item.read(*arguments[1] + *arguments[0] * stride, static_cast<std::uint32_t>(bytes.size()), bytes.data());
    for (std::uint32_t i = 0; i < shape.lanes; ++i) {
      const Word word = load_word(bytes.data() + std::size_t{i} * width, width);
      result[i] = shape.half && result_bits != 16 ? from_double(to_double(word, 16), result_bits) : word;
    }
  };
}

// vstoreN(value, offset, pointer)
Handler make_store(const Signature& signature, const Shape& shape) {
  const std::uint32_t width = signature.parameters[2].scalar.bits / 8U;
  const unsigned value_width = signature.parameters[0].scalar.bits;
  return [=](CallingItem& item, Lanes arguments, Word*) {
    const Word stride = Word{width} * (shape.aligned && shape.lanes == 3 ? 4 : shape.lanes);
    std::vector<std::uint8_t> bytes(std::size_t{width} * shape.lanes);
    for (std::uint32_t i = 0; i < shape.lanes; ++i) {
      Word word = arguments[0][i];
      if (shape.half && value_width != 16)
        word = from_double(to_double(word, value_width), 16, shape.rounding);
      store_word(bytes.data() + std::size_t{i} * width, word, width);
    }
    item.write(*arguments[2] + *arguments[1] * stride, static_cast<std::uint32_t>(bytes.size()),
               bytes.data());
  };
}

constexpr Word kLargestBlock = 1 << 20;

void copy_block(CallingItem& item, Lanes arguments, Word*) {
  const Word size = *arguments[2];
  if (size == 0) return;
  if (size > kLargestBlock) throw CannotJudge{"a block copy of great size"};
  std::vector<std::uint8_t> bytes(size);
  item.read(*arguments[1], static_cast<std::uint32_t>(size), bytes.data());
  item.write(*arguments[0], static_cast<std::uint32_t>(size), bytes.data());
}

void set_block(CallingItem& item, Lanes arguments, Word*) {
  const Word size = *arguments[2];
  if (size == 0) return;
  if (size > kLargestBlock) throw CannotJudge{"a block fill of great size"};
  const std::vector<std::uint8_t> bytes(size, static_cast<std::uint8_t>(*arguments[1]));
  item.write(*arguments[0], static_cast<std::uint32_t>(size), bytes.data());
}

Handler make_to_space(unsigned space) {
  return [space](CallingItem& item, Lanes arguments, Word* result) {
    *result = item.address_space(*arguments[0]) == space ? *arguments[0] : 0;
  };
}

}  // namespace

Handler find_memory_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  const std::size_t count = signature.parameters.size();
  Shape shape;
  if (count == 2 && signature.parameters[1].pointer && read_shape(name, "vload", shape)) {
    return make_load(signature, shape);
  }
  if (count == 3 && signature.parameters[2].pointer && read_shape(name, "vstore", shape)) {
    return make_store(signature, shape);
  }
  if (name == "llvm.memcpy" || name == "llvm.memmove") return copy_block;
  if (name == "llvm.memset") return set_block;
  if (name == "llvm.assume" || name == "llvm.donothing") return [](CallingItem&, Lanes, Word*) {};
  if (name == "llvm.debugtrap") return [](CallingItem& item, Lanes, Word*) { item.leave_out(); };
  if (name == "llvm.readcyclecounter" || name == "llvm.readsteadycounter") {
    const bool begins = name == "llvm.readcyclecounter";
    return [begins](CallingItem& item, Lanes, Word* result) {
      item.observe(begins);
      *result = 0;
    };
  }
  if (name == "llvm.trap") return [](CallingItem& item, Lanes, Word*) { item.broken_assertion(); };
  if (name == "llvm.expect")
    return [](CallingItem&, Lanes arguments, Word* result) { *result = *arguments[0]; };
  if (name == "to_global" || name == "__to_global") return make_to_space(1);
  if (name == "to_local" || name == "__to_local") return make_to_space(3);
  if (name == "to_private" || name == "__to_private") return make_to_space(0);
  if (name == "get_fence") {
    return [](CallingItem& item, Lanes arguments, Word* result) {
      *result = item.address_space(*arguments[0]) == 1 ? 2 : 1;
    };
  }
  return {};
}

}  // namespace launchproof::oracle
