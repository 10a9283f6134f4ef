// Implements copies that a thread starts and waits for later, by groups of its own.
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

// Copies of blocks of memory from shared to global memory, and reductions.
Action start_block(const Statement& statement, const Frame& frame, std::size_t first) {
  std::string operation;
  std::size_t count = statement.operands.size();
  bool reduces = false;
  std::vector<std::string> words;
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    static const std::vector<std::string> kOperations{"add", "min", "max", "and", "or", "xor", "inc", "dec"};
    if (word == "reduce") reduces = true;
    if (std::ranges::find(kOperations, word) != kOperations.end()) operation = word;
    if (word == "L2::cache_hint") --count;
    if (i >= first && word != "L2::cache_hint" && word != operation && !type_named(word))
      words.push_back(word);
  }
  if (words != std::vector<std::string>{"global", "shared::cta", "bulk_group"} || count != 3 ||
      reduces == operation.empty())
    statement.refuse("this copy is not known");
  const Type type = reduces ? statement.type() : Type{'b', 32};
  if (type.bits < 32 || (type.kind == 'f' && operation != "add"))
    statement.refuse("a reduction on this type");
  const Source to = base_of(statement, statement.operands[0], frame);
  const Source from = base_of(statement, statement.operands[1], frame);
  const Source bytes = frame.source(statement, statement.operands[2], kWord);
  return [=, &window = frame.window(), &statement](Context& context) {
    BlockCopy copy;
    copy.bytes = bytes.value(context);
    if (copy.bytes % 16 != 0) context.item.broken_assertion();
    copy.to = address_at(context, to, "global", window, statement);
    copy.from = address_at(context, from, "shared", window, statement);
    copy.width = type.bits / 8;
    if (reduces)
      copy.combined = [=](Word old, Word copied) {
        return updated(operation, type, old, copied, 0) & mask_of(type.bits);
      };
    context.item.start_block_copy(copy);
  };
}

Action block_action(const Statement& statement, const Frame& frame, std::size_t first) {
  const std::string form = statement.words.size() > first ? statement.words[first] : "";
  if (form == "commit_group") return [](Context& context) { context.item.end_group_of_block_copies(); };
  if (form != "wait_group") return start_block(statement, frame, first);
  if (statement.operands.size() != 1) statement.refuse("operands are missing");
  const Source groups = frame.source(statement, statement.operands[0], kWord);
  return [=, only_reads = statement.has("read")](Context& context) {
    context.item.await_block_copies(groups.value(context), only_reads);
  };
}

}  // namespace

Action copy_action(const Statement& statement, const Frame& frame) {
  if (statement.words[0] != "cp") return {};
  const std::size_t async = statement.has("reduce") ? 2 : 1;
  if (statement.words.size() > async + 1 && statement.words[async] == "async" &&
      statement.words[async + 1] == "bulk")
    return block_action(statement, frame, async + 2);
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
