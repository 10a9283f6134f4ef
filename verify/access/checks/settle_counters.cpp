#include "verify/access/checks/settle_counters.h"

#include <algorithm>

#include "verify/access/checks/race_questions.h"

namespace launchproof::access {

using analysis::Apart;
using analysis::Counter;
using model::kNone;
using model::SiteId;
using symbolic::Options;

namespace {

constexpr std::size_t kMostRivalPairs = 128;          // of one counter
constexpr std::chrono::milliseconds kMostTime{1000};  // limit for one question

bool is_looked_at(const Context& context, const Counter& counter) {
  const auto& values = context.kernel.values;
  for (model::ValueId id = 0; id < values.size(); ++id)
    if (values[id].op == model::Op::Read && context.decides[id] &&
        std::ranges::find(counter.calls, values[id].index) != counter.calls.end())
      return true;
  return false;
}

Apart candidates(const Context& context) {
  Apart result;
  for (const Counter& counter : context.counters.all()) {
    if (counter.rivals.empty() || counter.calls.size() * counter.rivals.size() > kMostRivalPairs ||
        !is_looked_at(context, counter))
      continue;
    for (const SiteId rival : counter.rivals) {
      const model::Site& site = context.kernel.sites[rival];
      if (site.call != kNone || site.is_elsewhere) continue;
      for (const SiteId call : counter.calls) result.emplace(call, rival);
    }
  }
  return result;
}

}  // namespace

SettledCounters settle_counters(Context& context, smt::Solver& solver, const Options& options,
                                Lessons& lessons) {
  SettledCounters result;
  Apart apart = candidates(context);
  Options limited = options;
  limited.question_time = std::min(options.question_time, kMostTime);
  const auto take = [&](const Apart& pairs) {
    context.counters = analysis::Counters(context.graph, context.regions, {}, pairs);
  };
  try {
    while (!apart.empty()) {
      take(apart);
      verdict::ClassResult unused;
      Session session(context, solver, limited, lessons, unused);
      RaceQuestions questions(session);
      const std::size_t given_up =
          std::erase_if(apart, [&](const auto& pair) { return questions.may_meet(pair.first, pair.second); });
      result.questions += session.queries.questions();
      result.settled += session.queries.settled();
      if (given_up != 0) continue;
      result.used_contents = session.queries.used_contents();
      return result;
    }
  } catch (...) {
    take({});
    throw;
  }
  take({});
  return result;
}

}  // namespace launchproof::access
