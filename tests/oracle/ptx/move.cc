// Implements mov, including moves from and to several registers.
#include "tests/oracle/ptx/frame.h"

namespace launchproof::oracle::ptx {

namespace {

Action unpack(const Statement& statement, const Frame& frame, Type type) {
  const std::vector<Operand>& elements = statement.operands[0].elements;
  if (elements.empty() || type.bits % elements.size() != 0) statement.refuse("parts of another number");
  const Type part{'b', static_cast<unsigned>(type.bits / elements.size())};
  std::vector<Sink> sinks;
  sinks.reserve(elements.size());
  for (const Operand& element : elements) sinks.push_back(frame.sink(statement, element, part));
  const Source source = frame.source(statement, statement.operands[1], type);
  return [=](Context& context) {
    const Word word = source.value(context);
    for (std::size_t i = 0; i < sinks.size(); ++i) sinks[i].put(context, word >> (i * part.bits));
  };
}

Action pack(const Statement& statement, const Frame& frame, Type type) {
  const std::vector<Operand>& elements = statement.operands[1].elements;
  if (elements.empty() || type.bits % elements.size() != 0) statement.refuse("parts of another number");
  const Type part{'b', static_cast<unsigned>(type.bits / elements.size())};
  std::vector<Source> sources;
  sources.reserve(elements.size());
  for (const Operand& element : elements) sources.push_back(frame.source(statement, element, part));
  const Sink sink = frame.sink(statement, statement.operands[0], type);
  return [=](Context& context) {
    Word word = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) word |= sources[i].value(context) << (i * part.bits);
    sink.put(context, word);
  };
}

// Returns the mask of the threads that continue together: any set that includes the executing thread is
// permitted.
Action active_threads(const Statement& statement, const Frame& frame) {
  for (const Statement& other : frame.function().statements)
    for (const Operand& operand : other.operands)
      if (other.has("sync") && other.words[0] != "bar" && operand.kind == Operand::Kind::Register &&
          &operand == &other.operands.back())
        statement.refuse("its mask may name who comes to another instruction");
  const Sink sink = frame.sink(statement, statement.operands[0], {'b', 32});
  return [=](Context& context) {
    const Word own = Word{1} << context.item.query(Query::SubGroupLocalId, 0);
    const Word size = context.item.query(Query::SubGroupSize, 0);
    sink.put(context, (context.item.arbitrary_word() & mask_of(static_cast<unsigned>(size))) | own);
  };
}

}  // namespace

Action move_action(const Statement& statement, Frame& frame) {
  if (statement.words[0] == "activemask" && statement.operands.size() == 1)
    return active_threads(statement, frame);
  if (statement.words[0] != "mov") return {};
  if (statement.operands.size() != 2) statement.refuse("operands are missing");
  const Type type = statement.type();
  allow(statement, {});
  if (statement.operands[0].kind == Operand::Kind::Elements) return unpack(statement, frame, type);
  if (statement.operands[1].kind == Operand::Kind::Elements) return pack(statement, frame, type);
  const Sink sink = frame.sink(statement, statement.operands[0], type);
  const Operand& from = statement.operands[1];
  // %clock64 and %clock are read at their own widths; %tid may also be read as 16 bits.
  const Source source = frame.source(statement, from, type);
  return [=](Context& context) { sink.put(context, source.value(context)); };
}

}  // namespace launchproof::oracle::ptx
