// Checks for loads that need not find what the launch writes (`__ldg`, `ld.global.nc`, `ldu`), from memory
// that the launch writes. What orders other accesses does not order these, so that any two of the launch
// count: of two work-items, or of one.
#include <utility>
#include <vector>

#include "verify/access/checks/race_questions.h"
#include "verify/analysis/incoherent_reads.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

using model::AccessKind;
using model::ArrayId;
using model::Site;
using model::SiteId;
using smt::Status;
using smt::Term;
using verdict::Property;

namespace {

// Subjects of questions, apart from those about races and counters.
enum Relation : std::uint32_t { kOfOneGroup = 8, kOfTwoGroups = 9, kOfOneItem = 10 };

}  // namespace

bool RaceQuestions::is_non_coherent(SiteId id) const {
  const Site& site = d_kernel.sites[id];
  return !site.is_coherent && !analysis::is_of_image(d_kernel, site);
}

bool RaceQuestions::ask_non_coherent(const Meeting& meeting, std::uint32_t relation) {
  bool any = false;
  for (const ArrayId x : d_kernel.sites[meeting.a.site].arrays)
    for (const ArrayId y : d_kernel.sites[meeting.b.site].arrays) {
      // The local memory of two groups is not the same.
      if (d_kernel.arrays[x].memory == model::Memory::Local && relation == kOfTwoGroups) continue;
      const analysis::Placement& px = d_session.context.regions.placement(x);
      if (px.region == model::kNone || px.region != d_session.context.regions.placement(y).region) continue;
      d_session.queries.about(Property::DataRace, {meeting.a.site, meeting.b.site, x, y, relation});
      std::vector<Term> question = meeting.conditions;
      question.push_back(touch(meeting.a, meeting.b, x, y).overlap);
      const std::vector<Term> inside = in_bounds(meeting, x, y);
      question.insert(question.end(), inside.begin(), inside.end());
      Outcome outcome = d_session.queries.ask(question, {&d_session.s, meeting.b.evaluator});
      if (outcome.status == Status::Unsat) continue;
      if (outcome.status == Status::Unknown) {
        d_session.fail(Property::DataRace, outcome, d_kernel.sites[meeting.a.site].location);
        continue;
      }
      d_session.make_small({meeting.a, meeting.b}, outcome);
      d_session.doubt(meeting.a, outcome);
      d_session.doubt(meeting.b, outcome);
      d_session.add(d_session.build.non_coherent_read(meeting.a, meeting.b, outcome, meeting.interval));
      any = true;
    }
  return any;
}

void RaceQuestions::ask_non_coherent_reads() {
  Session& session = d_session;
  const auto meet = [&](SiteId read, SiteId write, Evaluator& other, const char* counters,
                        Relation relation) {
    std::vector<Term> ids = session.one();
    if (relation == kOfOneGroup) ids = session.same_group();
    if (relation == kOfTwoGroups) ids = session.other_group();
    Meeting meeting{{&session.s, read, session.s.enter_all(d_kernel.sites[read].block, kOutside, "s.k")},
                    {&other, write, other.enter_all(d_kernel.sites[write].block, kOutside, counters)},
                    std::move(ids),
                    relation != kOfTwoGroups,
                    "at any time of the launch"};
    for (const Side* side : {&meeting.a, &meeting.b}) {
      meeting.conditions.push_back(
          side->evaluator->reach(d_kernel.sites[side->site].block, side->environment));
      meeting.conditions.push_back(session.is_element(*side));
    }
    return ask_non_coherent(meeting, relation);
  };
  for (SiteId read = 0; read < d_kernel.sites.size(); ++read) {
    if (!is_non_coherent(read)) continue;
    for (SiteId write = 0; write < d_kernel.sites.size(); ++write) {
      const Site& site = d_kernel.sites[write];
      if (site.kind == AccessKind::Read || (site.kind == AccessKind::Atomic && !site.atomic_writes)) continue;
      // One finding of the two is enough.
      if (!symbolic::has_groups_of_one(session.context.facts) &&
          meet(read, write, session.t, "t.k", kOfOneGroup))
        continue;
      if (!session.options.only_intra_group && session.has_several_groups() &&
          meet(read, write, session.u, "u.k", kOfTwoGroups))
        continue;
      meet(read, write, session.s, "s.j", kOfOneItem);
    }
  }
}

}  // namespace launchproof::access
