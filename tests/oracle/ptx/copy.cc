// Implements copies that a thread starts and waits for later: the forms of `cp.async` that do not copy blocks
// of memory.
#include <algorithm>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/frame.h"

namespace launchproof::oracle::ptx {

namespace {

Action start(const Statement& statement, const Frame& frame) {
  std::size_t count = statement.operands.size();
  for (std::size_t i = 2; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (word == "L2::cache_hint") --count;  // the policy comes last
    const bool known = word == "ca" || word == "cg" || word == "shared" || word == "shared::cta" ||
                       word == "global" || word.starts_with("L2::");
    if (!known) statement.refuse("'" + word + "' is not known here");
  }
  if (count < 3 || count > 4) statement.refuse("operands of another number");
  const Source to = base_of(statement, statement.operands[0], frame);
  const Source from = base_of(statement, statement.operands[1], frame);
  const Source bytes = frame.source(statement, statement.operands[2], kWord);
  Source given = bytes;
  bool ignores = false;
  if (count == 4) {
    const Operand& last = statement.operands[3];
    ignores = last.kind == Operand::Kind::Register && frame.function().registers[last.index].bits == 1;
    given = frame.source(statement, last, ignores ? kPredicate : kWord);
  }
  return [=, &window = frame.window(), &statement](Context& context) {
    const auto size = static_cast<std::uint32_t>(bytes.value(context));
    if (size != 4 && size != 8 && size != 16) statement.refuse("a copy of this size");
    Word taken = given.value(context);
    if (ignores) taken = taken != 0 ? 0 : size;
    if (taken > size) statement.refuse("a copy from more bytes than it fills");
    context.item.start_copy(address_at(context, to, "shared", window, statement),
                            address_at(context, from, "global", window, statement), size,
                            static_cast<std::uint32_t>(taken));
  };
}

}  // namespace

Action copy_action(const Statement& statement, const Frame& frame) {
  if (statement.words[0] != "cp") return {};
  const bool is_single = statement.words.size() > 2 && statement.words[1] == "async";
  if (!is_single) statement.refuse("this copy is not known");
  const std::string& form = statement.words[2];
  if (form == "commit_group") return [](Context& context) { context.item.end_group_of_copies(); };
  if (form == "wait_all") return [](Context& context) { context.item.await_copies(std::nullopt); };
  if (form == "wait_group") {
    if (statement.operands.size() != 1) statement.refuse("operands are missing");
    const Source groups = frame.source(statement, statement.operands[0], kWord);
    return [=](Context& context) { context.item.await_copies(groups.value(context)); };
  }
  if (form != "ca" && form != "cg") statement.refuse("this copy is not known");
  return start(statement, frame);
}

}  // namespace launchproof::oracle::ptx
