#include "verify/access/checks/settle_group_counts.h"

#include <algorithm>
#include <climits>
#include <optional>

#include "verify/access/checks/first_contents.h"
#include "verify/access/checks/race_questions.h"
#include "verify/access/evaluator/group_counts.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

using model::AccessKind;
using model::kNone;
using model::Site;
using model::SiteId;
using smt::Status;
using smt::Term;
using symbolic::has_groups_of_one;
using symbolic::Options;

namespace {

constexpr std::size_t kMostOtherWrites = 16;
constexpr std::chrono::milliseconds kMostQuestionTime{2000};  // for one question
constexpr std::uint32_t kOfGroupCounts = 5;  // subject of questions that are not about pairs of races

bool may_change(const Site& site) {
  return site.kind == AccessKind::Write || (site.kind == AccessKind::Atomic && site.atomic_writes);
}

// Returns the number of groups of the launch, or nothing if it is left open.
std::optional<std::uint64_t> groups_of(const Context& context) {
  std::uint64_t result = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const Term groups = context.launch.groups(d);
    if (!groups.is_constant()) return std::nullopt;
    const auto number = static_cast<std::uint64_t>(groups->value);
    if (number == 0 || result > UINT32_MAX / number) return std::nullopt;
    result *= number;
  }
  return result;
}

bool is_counting(const Context& context, SiteId id) {
  const Site& site = context.kernel.sites[id];
  if (site.kind != AccessKind::Atomic || !site.atomic_reads || !site.atomic_writes ||
      site.scope < model::AtomicScope::Device || site.arrays.size() != 1 || site.arrays[0] == 0 ||
      site.call != kNone || site.is_elsewhere || context.kernel.blocks[site.block].loop != kNone)
    return false;
  if (context.kernel.arrays[site.arrays[0]].memory != model::Memory::Global) return false;
  if (context.regions.placement(site.arrays[0]).region == kNone) return false;
  const bool counts_up = site.operation == model::AtomicOperation::CountUp;
  if (!counts_up && site.added.value_or(0) != 1) return false;
  for (model::ValueId value = 0; value < context.kernel.values.size(); ++value)
    if (context.kernel.values[value].op == model::Op::Read && context.kernel.values[value].index == id)
      return true;
  return false;
}

bool share_memory(const Context& context, const Site& a, const Site& b) {
  for (const model::ArrayId x : a.arrays)
    for (const model::ArrayId y : b.arrays)
      if (x != 0 && y != 0 && context.regions.placement(x).region == context.regions.placement(y).region)
        return true;
  return false;
}

class Settling {
 public:
  Settling(Context& context, Session& session) : d_context(context), d_session(session) {}

  std::optional<GroupCount> settle(SiteId call) {
    const std::optional<std::uint64_t> groups = groups_of(d_context);
    const Site& site = d_context.kernel.sites[call];
    const unsigned width = CHAR_BIT * site.bytes;
    if (!groups || *groups < 2 || width < 32) return std::nullopt;
    d_order.emplace(d_context.graph, call);
    GroupCount result{.call = call, .width = width, .groups = *groups};
    if (!begins_at_zero(site, result) || !is_made_by_one(call) || !is_made_by_all(site.block) ||
        !is_one_place(call) || !counts_to_the_end(site, *groups))
      return std::nullopt;
    find_handed_over(result);
    return result;
  }

  // The question about each other write there; `count` is one of the counts in the context.
  bool is_kept(const GroupCount& count) {
    const Site& site = d_context.kernel.sites[count.call];
    d_order.emplace(d_context.graph, count.call);
    RaceQuestions questions(d_session);
    std::size_t rivals = 0;
    for (SiteId other = 0; other < d_context.kernel.sites.size(); ++other) {
      const Site& rival = d_context.kernel.sites[other];
      if (other == count.call || !may_change(rival) || !share_memory(d_context, site, rival)) continue;
      if (++rivals > kMostOtherWrites) return false;
      if (rival.copy != kNone || rival.in_flight || rival.call != kNone || rival.is_elsewhere) return false;
      if (!questions.may_meet(count.call, other)) continue;
      if (d_order->may_follow(other, count.call) || !comes_last(questions, count, other)) return false;
    }
    return true;
  }

 private:
  bool is_refuted(const std::vector<Term>& question, std::initializer_list<Evaluator*> evaluators,
                  SiteId call) {
    d_session.queries.about(verdict::Property::DataRace, {call, kOfGroupCounts, d_asked++});
    return d_session.queries.ask(question, evaluators).status == Status::Unsat;
  }

  // Returns whether the counter is 0 at first: its contents say so, or they were not recorded and this is
  // assumed.
  bool begins_at_zero(const Site& site, GroupCount& result) {
    const model::Array& array = d_context.kernel.arrays[site.arrays[0]];
    const Term offset = d_session.s.value(site.offset, kOutside);
    std::optional<Bytes> place;
    if (offset.is_constant()) place = {static_cast<std::uint64_t>(offset->value), site.bytes};
    const FirstContents first = first_contents(d_context, site.arrays[0], place);
    if (first.holds == FirstContents::Holds::Other) return false;
    if (first.holds == FirstContents::Holds::Zeros) {
      result.contents = first.origin;
      return true;
    }
    const verdict::SourceLocation at = d_session.build.location(site.location, "");
    result.assumed = "`" + array.name + "` holds 0 where the groups are counted (" + at.file + ":" +
                     std::to_string(at.line) + ") when the launch begins";
    return true;
  }

  bool is_made_by_one(SiteId call) {
    const model::BlockId block = d_context.kernel.sites[call].block;
    std::vector<Term> question = d_session.same_group();
    question.push_back(d_session.s.reach(block, kOutside));
    question.push_back(d_session.t.reach(block, kOutside));
    if (has_groups_of_one(d_context.facts)) return true;
    return is_refuted(question, {&d_session.s, &d_session.t}, call);
  }

  // Returns whether the work-item with certain local ids gets there in each group.
  bool is_made_by_all(model::BlockId block) {
    std::vector<Term> reached = d_session.one();
    reached.push_back(d_session.s.reach(block, kOutside));
    // This includes the smallest group, at the end of the launch or if the size is left open.
    for (unsigned d = 0; d < 3; ++d) {
      const std::uint64_t rest = d_context.facts.global_size[d] % d_context.facts.local_size[d];
      const bool is_open = d_context.facts.open.local[d] != 0;
      if (rest == 0 && !is_open) continue;
      const Term id = d_session.s.item().local_id[d];
      reached.push_back(d_context.store.ult(id, d_context.store.bv(is_open ? 1 : rest, id.width())));
    }
    d_session.queries.about(verdict::Property::DataRace, {block, kOfGroupCounts, d_asked++});
    Outcome found = d_session.queries.ask(reached, {&d_session.s});
    if (found.status != Status::Sat) return false;
    std::vector<Term> question = d_session.one();
    for (const Term id : d_session.s.item().local_id)
      question.push_back(d_context.store.eq(id, d_context.store.bv(found.model.evaluate(id), id.width())));
    question.push_back(d_context.store.not_(d_session.s.reach(block, kOutside)));
    return is_refuted(question, {&d_session.s}, block);
  }

  bool is_one_place(SiteId call) {
    const Site& site = d_context.kernel.sites[call];
    const Term mine = d_session.s.value(site.offset, kOutside);
    if (mine.is_constant()) return true;
    std::vector<Term> question = d_session.other_group();
    question.push_back(d_session.s.reach(site.block, kOutside));
    question.push_back(d_session.u.reach(site.block, kOutside));
    question.push_back(d_context.store.distinct(mine, d_session.u.value(site.offset, kOutside)));
    return is_refuted(question, {&d_session.s, &d_session.u}, call);
  }

  // Returns whether a count with a limit does not wrap around before the last group.
  bool counts_to_the_end(const Site& site, std::uint64_t groups) {
    if (site.operation != model::AtomicOperation::CountUp) return true;
    const Term limit = d_session.s.value(site.operand, kOutside);
    std::vector<Term> question = d_session.one();
    question.push_back(d_session.s.reach(site.block, kOutside));
    question.push_back(d_context.store.ult(limit, d_context.store.bv(groups - 1, limit.width())));
    return is_refuted(question, {&d_session.s}, site.block);
  }

  // Finds places where a work-item passes the value that it got, or something computed from it, to others
  // through local memory.
  void find_handed_over(GroupCount& count) {
    const model::KernelModel& kernel = d_context.kernel;
    for (model::ValueId id = 0; id < kernel.values.size(); ++id) {
      const model::Value& value = kernel.values[id];
      if (value.op != model::Op::Read || value.literal != 0 || !d_context.decides[id]) continue;
      const SiteId write = only_write(value.index);
      if (write == kNone) continue;
      const model::ValueId written = kernel.sites[write].written[0];
      if (kernel.values[written].width != value.width || value.width == 1) continue;
      if (!is_made_by_all(kernel.sites[write].block)) continue;
      count.handed_over.push_back({id, write, written});
    }
  }

  // Returns the only write to the place that a read of local memory reads, if it comes before the read;
  // otherwise kNone.
  SiteId only_write(SiteId read) {
    const Site& site = d_context.kernel.sites[read];
    if (site.kind != AccessKind::Read || site.arrays.size() != 1 || site.observes || site.non_temporal ||
        site.component_bytes != site.bytes || site.call != kNone || site.is_elsewhere ||
        d_context.kernel.arrays[site.arrays[0]].memory != model::Memory::Local ||
        d_context.kernel.blocks[site.block].loop != kNone || !d_context.stable.is_stable(read))
      return kNone;
    const auto place = [&](const Site& at) {
      const Term offset = d_session.s.value(at.offset, kOutside);
      return d_context.store.add(
          offset, d_context.store.bv(d_context.regions.placement(at.arrays[0]).origin, offset.width()));
    };
    SiteId result = kNone;
    for (SiteId other = 0; other < d_context.kernel.sites.size(); ++other) {
      const Site& write = d_context.kernel.sites[other];
      if (!may_change(write) || !share_memory(d_context, site, write)) continue;
      if (write.kind != AccessKind::Write || result != kNone || write.arrays.size() != 1 ||
          write.bytes != site.bytes || write.written.size() != 1 || write.copy != kNone || write.in_flight ||
          write.call != kNone || write.is_elsewhere || d_context.kernel.blocks[write.block].loop != kNone)
        return kNone;
      result = other;
    }
    if (result == kNone || d_order->may_follow(read, result)) return kNone;
    const Term here = place(site);
    return here.is_constant() && here == place(d_context.kernel.sites[result]) ? result : kNone;
  }

  // The condition that the write belongs to the group that was counted last.
  bool comes_last(RaceQuestions& questions, const GroupCount& count, SiteId write) {
    smt::TermStore& store = d_context.store;
    const Site& site = d_context.kernel.sites[write];
    const EnvironmentId there = d_session.s.enter_all(site.block, kOutside, "s.k");
    std::vector<Term> question = d_session.one();
    question.push_back(d_session.s.reach(site.block, there));
    questions.add_handed_over(count, d_session.s, question);
    const Term found = store.bv_var(name_of_count(count, d_session.s.item().group_tag), count.width);
    question.push_back(store.ult(found, store.bv(count.groups - 1, count.width)));
    return is_refuted(question, {&d_session.s}, write);
  }

  Context& d_context;
  Session& d_session;
  std::optional<analysis::AtomicOrder> d_order;
  std::uint32_t d_asked = 0;
};

}  // namespace

SettledGroupCounts settle_group_counts(Context& context, smt::Solver& solver, const Options& options,
                                       Lessons& lessons) {
  SettledGroupCounts result;
  context.group_counts.clear();
  context.follows_flags = false;
  GroupCounts found;
  Options limited = options;
  limited.question_time = std::min(options.question_time, kMostQuestionTime);
  if (options.warp_sync > 1 || options.only_intra_group || options.only_divergence ||
      model::uses_numbered_phases(context.kernel))
    return result;
  const auto session_of = [&](auto&& ask) {
    verdict::ClassResult unused;
    Session session(context, solver, limited, lessons, unused);
    ask(session);
    result.questions += session.queries.questions();
    result.settled += session.queries.settled();
    const std::set<std::string>& contents = session.queries.used_contents();
    result.used_contents.insert(contents.begin(), contents.end());
  };
  if (!analysis::has_order_between_groups(context.kernel)) return result;
  std::vector<SiteId> calls;
  for (SiteId id = 0; id < context.kernel.sites.size(); ++id)
    if (is_counting(context, id)) calls.push_back(id);
  try {
    session_of([&](Session& session) { context.follows_flags = RaceQuestions(session).has_flags(); });
    if (calls.empty()) return result;
    session_of([&](Session& session) {
      Settling settling(context, session);
      for (const SiteId call : calls)
        if (auto count = settling.settle(call)) found.push_back(std::move(*count));
    });
    // The value returned by an atomic is evaluated again once the atomic counts groups.
    context.group_counts = found;
    while (!context.group_counts.empty()) {
      std::size_t given_up = 0;
      session_of([&](Session& session) {
        Settling settling(context, session);
        const GroupCounts all = context.group_counts;
        std::vector<SiteId> bad;
        for (const GroupCount& count : all)
          if (!settling.is_kept(count)) bad.push_back(count.call);
        given_up = bad.size();
        std::erase_if(
            found, [&](const GroupCount& count) { return std::ranges::find(bad, count.call) != bad.end(); });
      });
      context.group_counts = found;
      if (given_up == 0) break;
    }
  } catch (...) {
    context.group_counts.clear();
    context.follows_flags = false;
    throw;
  }
  return result;
}

}  // namespace launchproof::access
