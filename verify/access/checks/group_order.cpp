// Order between two groups by an atomic that counts the groups (GroupCount).
//
// A group that gets a smaller number than another group has made its atomic earlier. What the first group did
// before its atomic and released then happens before what the second group does after its own and has
// acquired: each atomic reads what the previous one wrote, so all of them continue the release sequence of
// the first (OpenCL C 3.0 specification, 6.15.12.4; PTX ISA, "Causality Order").
#include "verify/access/checks/race_questions.h"
#include "verify/access/evaluator/group_counts.h"

namespace launchproof::access {

using analysis::AtomicOrder;
using analysis::Ordered;
using model::SiteId;
using smt::Status;
using smt::Term;

Evaluator& RaceQuestions::writer_of(const Evaluator& reader, SiteId write) {
  const std::string& group = reader.item().group_tag;
  auto& writer = d_writers[{group, write}];
  if (!writer) writer = d_session.another("w" + std::to_string(write) + group, group);
  return *writer;
}

void RaceQuestions::add_handed_over(const GroupCount& count, Evaluator& reader, std::vector<Term>& question) {
  std::vector<Term> facts;
  for (const HandOver& one : count.handed_over) {
    Evaluator& writer = writer_of(reader, one.write);
    const std::vector<Term>& ids = writer.item().constraints;
    facts.insert(facts.end(), ids.begin(), ids.end());
    facts.push_back(writer.reach(d_kernel.sites[one.write].block, kOutside));
    facts.push_back(d_store.eq(reader.value(one.read, kOutside), writer.value(one.written, kOutside)));
    const std::vector<Term> more = writer.definitions(facts);
    facts.insert(facts.end(), more.begin(), more.end());
  }
  question.insert(question.end(), facts.begin(), facts.end());
}

const AtomicOrder& RaceQuestions::order_of(SiteId call) {
  const auto known = d_orders.find(call);
  if (known != d_orders.end()) return known->second;
  return d_orders.emplace(call, AtomicOrder(d_session.context.graph, call)).first->second;
}

std::string RaceQuestions::why_unordered(const Meeting& meeting) const {
  if (meeting.same_group) return {};
  for (const GroupCount& count : d_session.context.group_counts) {
    const AtomicOrder order(d_session.context.graph, count.call);
    for (const auto& [first, second] :
         {std::pair(meeting.a.site, meeting.b.site), std::pair(meeting.b.site, meeting.a.site)}) {
      if (first == count.call || second == count.call || order.may_follow(count.call, first) ||
          !order.may_follow(count.call, second))
        continue;
      const verdict::SourceLocation at = d_session.build.location(d_kernel.sites[count.call].location, "");
      const std::string where = "the atomic that counts the groups (line " + std::to_string(at.line) + ")";
      std::string lacks;
      if (order.before(first) == Ordered::No) lacks = "nothing releases the earlier access before " + where;
      if (order.after(second, AtomicOrder::Acquire::Needed) == Ordered::No) {
        lacks += lacks.empty() ? "" : ", and ";
        lacks += "nothing acquires between " + where + " and the later access";
      }
      if (lacks.empty()) lacks = where + " does not order all who come to the later access";
      lacks.insert(0, ": ");
      return lacks;
    }
  }
  return {};
}

// Returns the condition that the first access is released by its group's atomic, and that the second access
// has acquired through its own.
Term RaceQuestions::in_order(const GroupCount& count, const Side& first, const Side& second,
                             AtomicOrder::Acquire volatile_reads) {
  const AtomicOrder& order = order_of(count.call);
  const bool is_cuda = d_kernel.language == model::Language::Cuda;
  const model::BlockId block = d_kernel.sites[count.call].block;
  const auto holds = [&](Ordered how, const Side& side) {
    if (how == Ordered::OfGroup) return d_store.true_();
    return how == Ordered::No ? d_store.false_() : side.evaluator->reach(block, kOutside);
  };
  const bool is_call = first.site == count.call;
  Term released = holds(order.before(first.site), first);
  if (is_call) released = is_cuda || order.releases() ? d_store.true_() : d_store.false_();
  const model::Site& last = d_kernel.sites[second.site];
  // In CUDA, the order of observed values is a causality order: the atomics themselves need no fences.
  AtomicOrder::Acquire acquire = AtomicOrder::Acquire::Needed;
  if (is_cuda && is_call) acquire = AtomicOrder::Acquire::Omitted;
  if (is_cuda && last.is_volatile && last.kind == model::AccessKind::Read) acquire = volatile_reads;
  return d_store.and_(released, holds(order.after(second.site, acquire), second));
}

// Returns whether some group that the premises allow reaches the access. An order of accesses that no group
// reaches would be vacuous; the kernel then does not use this count.
bool RaceQuestions::is_reached(const Side& side, const std::vector<Term>& premises, const Meeting& meeting) {
  std::vector<Term> question = d_session.other_group();
  question.push_back(side.evaluator->reach(d_kernel.sites[side.site].block, side.environment));
  question.insert(question.end(), premises.begin(), premises.end());
  return d_session.queries.ask(question, {meeting.a.evaluator, meeting.b.evaluator}).status == Status::Sat;
}

std::optional<Outcome> RaceQuestions::by_group_counts(const Meeting& meeting, std::vector<Term>& question) {
  if (meeting.same_group) return std::nullopt;
  std::optional<Outcome> result;
  const std::vector<Term> open = question;
  for (const GroupCount& count : d_session.context.group_counts) {
    const auto found_by = [&](const Side& side) {
      return d_store.bv_var(name_of_count(count, side.evaluator->item().group_tag), count.width);
    };
    const Term a = found_by(meeting.a), b = found_by(meeting.b);
    const Term groups = d_store.bv(count.groups, count.width);
    std::vector<Term> premises{d_store.ult(a, groups), d_store.ult(b, groups), d_store.distinct(a, b)};
    add_handed_over(count, *meeting.a.evaluator, premises);
    add_handed_over(count, *meeting.b.evaluator, premises);
    Term strict;
    for (const auto reads : {AtomicOrder::Acquire::Needed, AtomicOrder::Acquire::Omitted}) {
      const Term ordered =
          d_store.or_(d_store.and_(in_order(count, meeting.a, meeting.b, reads), d_store.ult(a, b)),
                      d_store.and_(in_order(count, meeting.b, meeting.a, reads), d_store.ult(b, a)));
      if (strict && ordered == strict) break;
      strict = ordered;
      std::vector<Term> whole = open;
      whole.insert(whole.end(), premises.begin(), premises.end());
      whole.push_back(d_store.not_(ordered));
      Outcome outcome = d_session.queries.ask(whole, {&d_session.s, meeting.b.evaluator});
      if (outcome.status == Status::Sat && !result) {
        question = whole;
        result = outcome;
      }
      if (outcome.status != Status::Unsat) continue;
      if (!is_reached(meeting.a, premises, meeting) || !is_reached(meeting.b, premises, meeting)) break;
      if (!count.assumed.empty()) d_session.assume(count.assumed);
      if (!count.contents.empty()) d_session.assume(count.contents);
      if (reads == AtomicOrder::Acquire::Omitted)
        d_session.assume(
            "volatile reads behind an atomic find what was written before it, without a fence in between (as "
            "in the example of the CUDA C++ Programming Guide, Memory Fence Functions)");
      return outcome;
    }
  }
  return result;
}

}  // namespace launchproof::access
