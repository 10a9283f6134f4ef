// Results of kernels as one hash-consed graph over the contents of buffers before the launch. Values that are
// constructed in the same way are one node, even if they come from different kernels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::equivalence {

using NodeId = std::uint32_t;  // 0: none

// A value of at most 64 bits: known, or a node of a graph.
struct Word {
  std::uint64_t bits = 0;  // the value if it is known, zero-extended
  NodeId node = 0;         // 0 if the value is known

  bool is_known() const { return node == 0; }
  bool is_true() const { return node == 0 && bits == 1; }
  bool is_false() const { return node == 0 && bits == 0; }
  bool operator==(const Word&) const = default;
};

enum class NodeKind : std::uint8_t {
  Constant,   // `literal`
  Initial,    // initial contents of the memory `index`, from byte `literal` on
  Argument,   // the by-value argument with the name `index`, which the launch does not give, from byte
              // `literal` on
  Undefined,  // an arbitrary value; each node of this kind is different
  Gather,     // initial contents of the memory `index`, from the byte given by the operand on
  Operation,  // `op` as kernel models define it; for Extract, `literal` is the lowest bit
  Function    // the opaque function with the name `index`
};

struct Node {
  NodeKind kind = NodeKind::Constant;
  model::Op op = model::Op::Undefined;
  std::uint16_t width = 0;
  std::uint32_t index = 0;
  std::uint64_t literal = 0;
  std::uint32_t first = 0;  // start of its operands in the graph's list
  std::uint32_t count = 0;
};

// Returns a mask of the lowest bits. Requires 1 to 64 bits.
inline std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// Returns whether the function with this name is commutative in its two operands.
bool is_commutative(std::string_view name);

// Returns the result of an operation on known operands. `defined` becomes false if the result is undefined
// (division by zero, over-wide shifts).
std::uint64_t fold(model::Op op, unsigned width, unsigned operand_width, std::uint64_t a, std::uint64_t b,
                   bool& defined);

class Graph {
 public:
  Graph();

  const Node& node(NodeId id) const { return d_nodes[id]; }
  NodeId operand(const Node& node, std::uint32_t number) const { return d_operands[node.first + number]; }
  std::span<const NodeId> operands(const Node& node) const {
    return {d_operands.data() + node.first, node.count};
  }
  std::size_t size() const { return d_nodes.size(); }

  // Returns the number for a name of a memory, an argument or a function.
  std::uint32_t name(std::string_view text);
  const std::string& text(std::uint32_t name) const { return d_names[name]; }

  static Word known(std::uint64_t bits, unsigned width) { return {bits & mask(width), 0}; }
  Word initial(std::uint32_t memory, std::uint64_t byte, unsigned width);
  Word argument(std::uint32_t name, std::uint64_t byte, unsigned width);
  Word undefined(unsigned width);
  Word gather(std::uint32_t memory, Word byte, unsigned width);

  // Each creates an operation with one or two operands, simplified. `width` is that of the result,
  // `operand_width` that of the first operand.
  Word unary(model::Op op, unsigned width, unsigned operand_width, Word a, std::uint64_t literal = 0);
  Word binary(model::Op op, unsigned width, unsigned operand_width, Word a, Word b);
  Word select(unsigned width, Word condition, Word a, Word b);
  // Concatenates parts of equal width, lowest bits first.
  Word concat(std::span<const Word> parts, unsigned part_width);
  // Creates an opaque function. `commutative`: the first two operands may be swapped.
  Word function(std::uint32_t name, unsigned width, std::span<const Word> operands,
                std::span<const unsigned> widths, bool commutative);

  Word not_(Word a) { return binary(model::Op::Xor, 1, 1, a, known(1, 1)); }
  Word and_(Word a, Word b) { return binary(model::Op::And, 1, 1, a, b); }

  // Returns the value simplified under the assumption that the condition (width 1) holds. Only simplifies
  // choices at the top.
  Word given(Word condition, Word value, unsigned width, unsigned depth = 6);

  // Returns the word as a node of this width.
  NodeId as_node(Word word, unsigned width) {
    return word.is_known() ? constant(word.bits, width) : word.node;
  }
  Word as_word(NodeId id) const {
    return d_nodes[id].kind == NodeKind::Constant ? Word{d_nodes[id].literal, 0} : Word{0, id};
  }

 private:
  struct Slot {
    NodeId id = 0;  // 0: free
    std::uint32_t hash = 0;
  };

  NodeId constant(std::uint64_t bits, unsigned width);
  NodeId intern(Node made, std::span<const NodeId> operands);
  void grow();
  Word simplified_binary(model::Op op, unsigned width, Word a, Word b, bool& done);
  // Returns the condition without a negation at its top, and sets `negated` to whether there was one.
  Word positive(Word condition, bool& negated) const;

  std::vector<Node> d_nodes;
  std::vector<NodeId> d_operands;
  std::vector<Slot> d_table;  // open addressing
  std::vector<std::string> d_names;
  std::unordered_map<std::string, std::uint32_t> d_numbers;
  std::uint32_t d_undefined = 0;
};

}  // namespace launchproof::equivalence
