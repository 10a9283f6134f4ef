// Implements loads, stores, atomic operations and addresses.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/frame.h"

namespace launchproof::oracle::ptx {

namespace {

// Words that affect neither which bytes are accessed nor which threads are ordered.
bool is_hint(const std::string& word) {
  static const std::vector<std::string> kHints{"ca", "cg", "cs", "lu",   "cv",
                                               "wb", "wt", "nc", "weak", "volatile"};
  return word.starts_with("L1::") || word.starts_with("L2::") || word.starts_with("level::") ||
         std::find(kHints.begin(), kHints.end(), word) != kHints.end();
}

bool is_space(const std::string& word) {
  const std::string name = word.substr(0, word.find("::"));
  return name == "global" || name == "shared" || name == "local" || name == "param" || name == "const";
}

std::optional<AtomicScope> scope_named(const std::string& word) {
  if (word == "cta" || word == "cluster") return AtomicScope::WorkGroup;  // launches here have no clusters
  if (word == "gpu") return AtomicScope::Device;
  if (word == "sys") return AtomicScope::AllDevices;
  return std::nullopt;
}

// The numbering is that of memory_order in C11.
std::optional<std::uint64_t> order_named(const std::string& word) {
  static const std::map<std::string, std::uint64_t> kOrders{
      {"relaxed", 0}, {"acquire", 2}, {"release", 3}, {"acq_rel", 4}, {"sc", 5}};
  const auto found = kOrders.find(word);
  return found == kOrders.end() ? std::nullopt : std::optional(found->second);
}

// Describes how an access is made, according to the words of the instruction.
struct Manner {
  std::string space;
  bool ordered = false;  // an atomic load or store
  AtomicManner how;
  std::size_t count = 1;  // of a vector
  Type type;
};

Manner manner_of(const Statement& statement) {
  Manner manner;
  manner.type = statement.type();
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (is_space(word)) {
      manner.space = word.substr(0, word.find("::"));
      if (word.find("::cluster") != std::string::npos) statement.refuse("shared memory of a cluster");
    } else if (word == "v2" || word == "v4" || word == "v8") {
      manner.count = static_cast<std::size_t>(word[1] - '0');
    } else if (const auto scope = scope_named(word)) {
      manner.how.scope = *scope;
    } else if (const auto order = order_named(word)) {
      manner.ordered = true;
      manner.how.order = *order;
    } else if (!is_hint(word) && !type_named(word)) {
      statement.refuse("'" + word + "' is not known here");
    }
  }
  if (manner.type.kind == 'p') statement.refuse("an access to a predicate");
  if (manner.ordered && manner.count > 1) statement.refuse("an ordered access to a vector");
  return manner;
}

std::vector<Operand> elements_of(const Statement& statement, const Operand& operand, std::size_t count) {
  if (operand.kind != Operand::Kind::Elements) {
    if (count != 1) statement.refuse("a vector is expected");
    return {operand};
  }
  if (operand.elements.size() != count) statement.refuse("a vector of another size is expected");
  return operand.elements;
}

Action load(const Statement& statement, const Frame& frame) {
  const Manner manner = manner_of(statement);
  if (statement.operands.size() < 2) statement.refuse("operands are missing");
  std::vector<Sink> sinks;
  for (const Operand& element : elements_of(statement, statement.operands[0], manner.count))
    sinks.push_back(frame.sink(statement, element, manner.type));
  const Source base = base_of(statement, statement.operands[1], frame);
  const bool promises = statement.has("nc") || statement.words[0] == "ldu";
  return [=, &window = frame.window(), &statement](Context& context) {
    const Word address = address_at(context, base, manner.space, window, statement);
    const std::uint32_t width = manner.type.bits / 8;
    if (manner.ordered) {
      sinks[0].put(context, context.item.atomic(address, width, AccessKind::AtomicRead, manner.how, {}));
      return;
    }
    std::array<std::uint8_t, 64> bytes{};
    context.item.promise(promises);
    context.item.read(address, width * static_cast<std::uint32_t>(manner.count), bytes.data());
    context.item.promise(false);
    for (std::size_t i = 0; i < sinks.size(); ++i) {
      Word word = 0;
      std::memcpy(&word, bytes.data() + i * width, width);
      sinks[i].put(context, word);
    }
  };
}

Action store(const Statement& statement, const Frame& frame) {
  const Manner manner = manner_of(statement);
  if (statement.operands.size() < 2) statement.refuse("operands are missing");
  if (manner.space == "const") statement.refuse("a store to constants");
  std::vector<Source> sources;
  for (const Operand& element : elements_of(statement, statement.operands[1], manner.count))
    sources.push_back(frame.source(statement, element, manner.type));
  const Source base = base_of(statement, statement.operands[0], frame);
  return [=, &window = frame.window(), &statement](Context& context) {
    const Word address = address_at(context, base, manner.space, window, statement);
    const std::uint32_t width = manner.type.bits / 8;
    if (manner.ordered) {
      context.item.atomic(address, width, AccessKind::AtomicWrite, manner.how,
                          [&](Word) { return sources[0].value(context); });
      return;
    }
    std::array<std::uint8_t, 64> bytes{};
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Word word = sources[i].value(context);
      std::memcpy(bytes.data() + i * width, &word, width);
    }
    context.item.write(address, width * static_cast<std::uint32_t>(manner.count), bytes.data());
  };
}

}  // namespace

Word updated(const std::string& name, Type type, Word old, Word value, Word other) {
  if (name == "cas") return old == value ? other : old;
  if (name == "exch") return value;
  if (name == "and") return old & value;
  if (name == "or") return old | value;
  if (name == "xor") return old ^ value;
  if (name == "inc") return old >= value ? 0 : old + 1;
  if (name == "dec") return old == 0 || old > value ? value : old - 1;
  if (name == "add" && type.kind == 'f')
    return from_double(to_double(old, type.bits) + to_double(value, type.bits), type.bits);
  if (name == "add") return old + value;
  const bool less =
      type.kind == 's' ? sign_extended(value, type.bits) < sign_extended(old, type.bits) : value < old;
  return less == (name == "min") ? value : old;
}

std::string space_of(const Statement& statement) {
  for (const std::string& word : statement.words)
    if (is_space(word)) return word.substr(0, word.find("::"));
  return "";
}

Source base_of(const Statement& statement, const Operand& address, const Frame& frame) {
  if (address.kind != Operand::Kind::Address || address.elements.size() != 1)
    statement.refuse("an address is expected");
  const Operand& base = address.elements[0];
  // 32-bit registers may hold addresses of shared memory.
  const bool narrow =
      base.kind == Operand::Kind::Register && frame.function().registers[base.index].bits < 64;
  return frame.source(statement, base, narrow ? Type{'u', 32} : kAddress);
}

Word address_at(Context& context, const Source& base, const std::string& space, const SharedWindow& window,
                const Statement& statement) {
  const Word address = base.value(context);
  if (space == "shared") {
    try {
      return window.to_generic(context, address);
    } catch (const CannotJudge& error) {
      statement.refuse(error.reason);
    }
  }
  static const std::map<std::string, unsigned> kSpaces{
      {"local", 0}, {"param", 0}, {"global", 1}, {"const", 2}};
  const auto expected = kSpaces.find(space);
  if (expected != kSpaces.end() && context.item.holds_object(address) &&
      context.item.address_space(address) != expected->second)
    statement.refuse("an address of another state space");
  return address;
}

Action memory_action(const Statement& statement, const Frame& frame) {
  if (statement.words[0] == "ld" || statement.words[0] == "ldu") return load(statement, frame);
  return statement.words[0] == "st" ? store(statement, frame) : Action{};
}

Action atomic_action(const Statement& statement, const Frame& frame) {
  static const std::vector<std::string> kNames{"cas", "exch", "and", "or",  "xor",
                                               "inc", "dec",  "add", "min", "max"};
  const bool gives = statement.words[0] == "atom";
  if (!gives && statement.words[0] != "red") return {};
  const Type type = statement.type();
  std::string name;
  AtomicManner how;
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (std::find(kNames.begin(), kNames.end(), word) != kNames.end()) {
      name = word;
    } else if (const auto given = scope_named(word)) {
      how.scope = *given;
    } else if (const auto order = order_named(word)) {
      how.order = *order;
    } else if (word.find("::cluster") != std::string::npos ||
               (!is_space(word) && !type_named(word) && !is_hint(word))) {
      statement.refuse("'" + word + "' is not known here");
    }
  }
  const std::size_t first = gives ? 1 : 0;
  const bool is_cas = name == "cas";
  if (name.empty() || statement.operands.size() < first + (is_cas ? 3 : 2))
    statement.refuse("operands are missing");
  if (type.kind == 'f' && (type.bits < 32 || (name != "add" && name != "exch")))
    statement.refuse("an atomic operation on this type");
  Sink sink;
  sink.none = true;
  if (gives) sink = frame.sink(statement, statement.operands[0], type);
  const Source base = base_of(statement, statement.operands[first], frame);
  const Source value = frame.source(statement, statement.operands[first + 1], type);
  const Source other = is_cas ? frame.source(statement, statement.operands[first + 2], type) : Source{};
  return [=, space = space_of(statement), &window = frame.window(), &statement](Context& context) {
    const Word address = address_at(context, base, space, window, statement);
    const Word given = value.value(context);
    const Word instead = other.value(context);
    sink.put(context,
             context.item.atomic(address, type.bits / 8, AccessKind::AtomicUpdate, how, [&](Word old) {
               return updated(name, type, old, given, instead) & mask_of(type.bits);
             }));
  };
}

Action fence_action(const Statement& statement) {
  if (statement.words[0] != "membar" && statement.words[0] != "fence") return {};
  // `membar` is the strongest fence. A proxy fence, and a fence for shared memory alone, order nothing here.
  AtomicManner how{AtomicScope::Device, 5};
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (const auto scope = scope_named(word)) how.scope = *scope;
    if (const auto order = order_named(word)) how.order = *order;
    if (word.starts_with("proxy") || word.starts_with("sync_restrict")) how.order = 0;
  }
  return [how](Context& context) { context.item.fence(how); };
}

Action address_action(const Statement& statement, const Frame& frame) {
  const std::string space = space_of(statement);
  if (statement.words[0] == "isspacep") {
    if (statement.operands.size() != 2) statement.refuse("operands are missing");
    static const std::map<std::string, unsigned> kSpaces{
        {"local", 0}, {"global", 1}, {"const", 2}, {"shared", 3}};
    const auto asked = kSpaces.find(space);
    if (asked == kSpaces.end()) statement.refuse("a question about this state space");
    const Sink sink = frame.sink(statement, statement.operands[0], {'p', 1});
    const Source address = frame.source(statement, statement.operands[1], kAddress);
    return [=, number = asked->second](Context& context) {
      const Word place = address.value(context);
      sink.put(context,
               context.item.holds_object(place) && context.item.address_space(place) == number ? 1 : 0);
    };
  }
  if (statement.words[0] != "cvta") return {};
  if (statement.operands.size() != 2 || space.empty()) statement.refuse("operands are missing");
  const bool to = statement.has("to");
  const Type type = statement.type();
  if (type.bits != 64) statement.refuse("an address of this width");
  const Sink sink = frame.sink(statement, statement.operands[0], type);
  const Source source = frame.source(statement, statement.operands[1], type);
  if (space != "shared") return [=](Context& context) { sink.put(context, source.value(context)); };
  return [=, &window = frame.window(), &statement](Context& context) {
    try {
      const Word address = source.value(context);
      sink.put(context, to ? window.from_generic(context, address) : window.to_generic(context, address));
    } catch (const CannotJudge& error) {
      statement.refuse(error.reason);
    }
  };
}

}  // namespace launchproof::oracle::ptx
