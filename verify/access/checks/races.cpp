// Checks for data races within a group and between groups.
#include <algorithm>
#include <map>
#include <span>

#include "verify/access/checks/race_questions.h"
#include "verify/access/evaluator/family_run.h"
#include "verify/analysis/ordering.h"
#include "verify/symbolic/terms/sub_groups.h"

namespace launchproof::access {

using model::AccessKind;
using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::Memory;
using model::Site;
using model::SiteId;
using smt::Status;
using smt::Term;
using symbolic::has_groups_of_one;
using symbolic::same_sub_group;
using verdict::Property;
using verdict::Verdict;

namespace {

// From this number of pairs on, questions that many pairs share are looked for.
constexpr std::size_t kManySites = 48;

bool writes(const Site& site) {
  return site.kind == AccessKind::Write || (site.kind == AccessKind::Atomic && site.atomic_writes);
}

}  // namespace

RaceQuestions::RaceQuestions(Session& session)
    : d_session(session),
      d_kernel(session.context.kernel),
      d_store(session.context.store),
      d_ordered(analysis::possibly_ordered_blocks(session.context.graph, session.context.facts,
                                                  session.context.regions, analysis::Relaxed::ResultUsed)) {
  if (session.options.warp_sync > 1) d_lock_step.emplace(session.context.graph);
  d_numbered_phases = model::uses_numbered_phases(d_kernel);
}

bool RaceQuestions::in_memory(ArrayId array, std::optional<Order> order) const {
  const Memory memory = d_kernel.arrays[array].memory;
  if (array == 0) return false;
  if (!order) return memory == Memory::Global || memory == Memory::Constant || memory == Memory::Image;
  if (*order == Order::LocalMemory) return memory == Memory::Local;
  if (*order == Order::ImageMemory) return memory == Memory::Image;
  return memory == Memory::Global || memory == Memory::Constant;
}

bool RaceQuestions::is_about(const Meeting& meeting, ArrayId array) const {
  if (!meeting.same_group) return in_memory(array, std::nullopt);
  return meeting.order ? in_memory(array, meeting.order)
                       : array != 0 && d_kernel.arrays[array].memory != Memory::Private;
}

bool RaceQuestions::may_conflict(SiteId first, SiteId second, std::optional<Order> order) const {
  const Site& a = d_kernel.sites[first];
  const Site& b = d_kernel.sites[second];
  if (!writes(a) && !writes(b)) return false;
  if (a.observes || b.observes || a.non_temporal || b.non_temporal) return false;
  if (is_non_coherent(first) || is_non_coherent(second)) return false;
  for (const ArrayId x : a.arrays)
    for (const ArrayId y : b.arrays)
      // An image over a buffer: what orders both must fence both.
      if ((in_memory(x, order) || in_memory(y, order)) &&
          d_session.context.regions.placement(x).region == d_session.context.regions.placement(y).region)
        return true;
  return false;
}

Term RaceQuestions::written(const Side& side, std::size_t component) {
  constexpr std::size_t kMostSteps = 4000;  // beyond this, solvers neither answer in time nor stop
  const model::ValueId id = d_kernel.sites[side.site].written[component];
  const Term value = side.evaluator->value(id, side.environment);
  const auto [it, inserted] = d_long.try_emplace(value, false);
  if (inserted) it->second = size_of(std::span(&value, 1)) > kMostSteps;
  if (!it->second) return value;
  return d_session.context.unknowns.value(
      "written." + std::to_string(value.id()), value.width(),
      {verdict::Cause::OpaqueFunction, "the value is computed in too many steps to compare it",
       d_kernel.sites[side.site].location});
}

// An access to an image over a buffer touches one pixel of the buffer.
std::uint64_t RaceQuestions::bytes_touched(const Site& site, ArrayId array) const {
  const model::ImageShape* image = over_buffer(array);
  return image != nullptr ? image->pixel_pitch : site.bytes;
}

// Returns the shape of an image over a buffer. Null for other arrays.
const model::ImageShape* RaceQuestions::over_buffer(ArrayId array) const {
  const std::uint32_t parameter = d_kernel.arrays[array].parameter;
  const auto& arguments = d_session.context.facts.arguments;
  if (d_kernel.arrays[array].memory != Memory::Image || parameter >= arguments.size()) return nullptr;
  const auto* buffer = std::get_if<model::BufferArgument>(&arguments[parameter]);
  return buffer != nullptr && buffer->image && buffer->image->over_buffer ? &*buffer->image : nullptr;
}

// The model does not contain the bytes that an image keeps of a pixel, so whether they are equal is unknown.
bool RaceQuestions::converts(const Meeting& meeting) const {
  const model::ImageShape* a = over_buffer(d_kernel.sites[meeting.a.site].arrays.front());
  const model::ImageShape* b = over_buffer(d_kernel.sites[meeting.b.site].arrays.front());
  if (a == nullptr && b == nullptr) return false;
  return a == nullptr || b == nullptr || a->format != b->format;
}

// Returns byte number `byte` of what the access writes.
Term RaceQuestions::byte_of(const Side& side, std::uint32_t byte) {
  const Site& site = d_kernel.sites[side.site];
  const Term component = written(side, byte / site.component_bytes);
  return d_store.extract(component, 8 * (byte % site.component_bytes), 8);
}

// Returns the condition that two writes differ in a common byte; `distance` = offset of b minus offset of a.
Term RaceQuestions::differ(const Meeting& meeting, Term distance) {
  const Site& a = d_kernel.sites[meeting.a.site];
  const Site& b = d_kernel.sites[meeting.b.site];
  const auto components_fit = [&](const Side& side, const Site& site) {
    if (site.written.size() * site.component_bytes != site.bytes) return false;
    for (const model::ValueId id : site.written)
      if (d_kernel.values[id].width != site.component_bytes * 8) return false;
    return side.evaluator != nullptr;
  };
  if (!components_fit(meeting.a, a) || !components_fit(meeting.b, b)) return d_store.true_();
  if (converts(meeting)) return d_store.true_();
  const unsigned width = distance.width();
  std::vector<Term> ways;
  const std::uint32_t step = 1U << std::min(d_store.trailing_zeros(distance), 7U);
  const auto limit_low = -static_cast<std::int64_t>(b.bytes) + 1;
  for (std::int64_t d = limit_low; d < static_cast<std::int64_t>(a.bytes); ++d) {
    if (d % static_cast<std::int64_t>(step) != 0) continue;
    std::vector<Term> unequal;
    if (d == 0 && a.component_bytes == b.component_bytes) {
      for (std::size_t i = 0; i < std::min(a.written.size(), b.written.size()); ++i)
        unequal.push_back(meeting.a.evaluator->differ(written(meeting.a, i), written(meeting.b, i)));
    } else {
      for (std::int64_t i = std::max<std::int64_t>(0, d); i < std::min<std::int64_t>(a.bytes, d + b.bytes);
           ++i)
        unequal.push_back(d_store.distinct(byte_of(meeting.a, static_cast<std::uint32_t>(i)),
                                           byte_of(meeting.b, static_cast<std::uint32_t>(i - d))));
    }
    ways.push_back(d_store.and_(d_store.eq(distance, d_store.bv(static_cast<smt::Bits>(d), width)),
                                d_store.or_(unequal)));
  }
  return d_store.or_(ways);
}

// Returns the condition that the two accesses touch a common byte, through arrays x and y.
RaceQuestions::Touch RaceQuestions::touch(const Side& first, const Side& second, ArrayId x, ArrayId y) {
  const Site& a = d_kernel.sites[first.site];
  const Site& b = d_kernel.sites[second.site];
  Touch result;
  std::vector<Term> parts;
  const auto place = [&](const Side& side, const Site& site, ArrayId array) {
    if (site.arrays.size() > 1) {
      const Term base = side.evaluator->value(site.base, side.environment);
      parts.push_back(d_store.eq(base, d_store.bv(array, base.width())));
    }
    if (site.inside != kNone) parts.push_back(side.evaluator->value(site.inside, side.environment));
    const Term offset = side.evaluator->value(site.offset, side.environment);
    return d_store.add(offset, d_store.bv(d_session.context.regions.placement(array).origin, offset.width()));
  };
  const Term from = place(first, a, x);
  const Term to = place(second, b, y);
  const unsigned width = from.width();
  result.distance = d_store.sub(to, from);
  result.equal = d_store.eq(from, to);
  const unsigned zeros = std::min(d_store.trailing_zeros(from), d_store.trailing_zeros(to));
  const std::uint64_t grain = std::uint64_t{1} << std::min(zeros, 7U);
  const std::uint64_t bytes_a = bytes_touched(a, x);
  const std::uint64_t bytes_b = bytes_touched(b, y);
  parts.push_back(grain >= bytes_a && grain >= bytes_b
                      ? result.equal
                      : d_store.or_(d_store.ult(result.distance, d_store.bv(bytes_a, width)),
                                    d_store.ult(d_store.neg(result.distance), d_store.bv(bytes_b, width))));
  result.overlap = d_store.and_(parts);
  return result;
}

// Does the same, and also requires that no atomics exclude a race between the two.
RaceQuestions::Touch RaceQuestions::meet(const Meeting& meeting, ArrayId x, ArrayId y) {
  const Site& a = d_kernel.sites[meeting.a.site];
  const Site& b = d_kernel.sites[meeting.b.site];
  Touch result = touch(meeting.a, meeting.b, x, y);
  if (a.kind == AccessKind::Atomic && b.kind == AccessKind::Atomic) {
    model::AtomicScope needed =
        meeting.same_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
    if (meeting.same_sub_group) needed = model::AtomicScope::SubGroup;
    if (a.scope >= needed && b.scope >= needed && a.bytes == b.bytes)
      result.overlap = d_store.and_(result.overlap, d_store.not_(result.equal));
  }
  return result;
}

void RaceQuestions::orders(const Meeting& meeting, Outcome& outcome) const {
  for (const Side* side : {&meeting.a, &meeting.b}) {
    const Site& site = d_kernel.sites[side->site];
    if (!d_ordered[site.block]) continue;
    Needed needed;
    needed.unknown.cause = verdict::Cause::MayBeOrdered;
    needed.unknown.detail =
        "a fence, atomic or flag before the access might order it" + why_unordered(meeting);
    needed.unknown.location = site.location;
    needed.term = d_store.true_();
    outcome.needed.push_back(std::move(needed));
    break;
  }
  if (meeting.same_group && d_kernel.sites[meeting.a.site].awaited.size() > 1 &&
      d_kernel.sites[meeting.b.site].awaited.size() > 1) {
    Needed needed;
    needed.unknown.cause = verdict::Cause::MayBeOrdered;
    needed.unknown.detail =
        "a third work-item may wait for the one of the two, and arrive at another barrier in memory for the "
        "other one";
    needed.unknown.location = d_kernel.sites[meeting.a.site].location;
    needed.term = d_store.true_();
    outcome.needed.push_back(std::move(needed));
  }
  if (d_kernel.sites[meeting.a.site].kind == AccessKind::Write &&
      d_kernel.sites[meeting.b.site].kind == AccessKind::Write && converts(meeting)) {
    Needed needed;
    needed.unknown.cause = verdict::Cause::ImageFormat;
    needed.unknown.detail = "the bytes that a write to an image stores in its buffer are not computed";
    needed.unknown.location = d_kernel.sites[meeting.a.site].location;
    needed.term = d_store.true_();
    outcome.needed.push_back(std::move(needed));
  }
  if (meeting.unmatched == kNone) return;
  Needed needed;
  needed.unknown.cause = verdict::Cause::EventNotMatched;
  needed.unknown.detail = "it was not determined whether a wait is for the copy";
  needed.unknown.location = d_kernel.barriers[meeting.unmatched].location;
  needed.term = d_store.true_();
  outcome.needed.push_back(std::move(needed));
}

void RaceQuestions::report(const Meeting& meeting, Outcome outcome, bool benign) {
  const std::pair<SiteId, SiteId> key = std::minmax(meeting.a.site, meeting.b.site);
  // A second finding of two accesses is worth its questions only if it rests on less than the first.
  const bool is_known = benign ? d_benign.contains(key) : !outcome.exact() && d_finding.contains(key);
  if (is_known) return;
  d_session.make_small({meeting.a, meeting.b}, outcome);
  orders(meeting, outcome);
  d_session.doubt(meeting.a, outcome);
  d_session.doubt(meeting.b, outcome);
  verdict::Finding finding = d_session.build.race(meeting.a, meeting.b, outcome, benign, meeting.interval);
  const bool exact = finding.approximations.empty();
  if (benign) {
    d_benign.emplace(key, true);
    d_session.add(std::move(finding));
    return;
  }
  const auto known = d_finding.find(key);
  if (known == d_finding.end()) {
    d_finding.emplace(key, d_session.result.findings.size());
    d_session.add(std::move(finding));
  } else if (exact) {
    verdict::PropertyResult& into = d_session.result.properties[Property::DataRace];
    into.verdict = verdict::worse(into.verdict, Verdict::Defect);
    into.reason = finding.message;
    d_session.result.findings[known->second] = std::move(finding);
  }
  d_reported[key] = exact;
}

RaceQuestions::Position RaceQuestions::position_of(Evaluator& evaluator, SiteId id, EnvironmentId environment,
                                                   Term condition) {
  const Site& site = d_kernel.sites[id];
  Position place{condition, {}, 0, 0};
  // The key does not include whether an image is accessed at all.
  if (site.arrays.size() != 1 || site.copy != kNone || site.inside != kNone) return place;
  const analysis::Placement& array = d_session.context.regions.placement(site.arrays[0]);
  const Term offset = evaluator.value(site.offset, environment);
  const Term address = d_store.add(offset, d_store.bv(array.origin, offset.width()));
  if (address.kind() == smt::Kind::Add && address->operands.back().is_constant())
    place.constant = address->operands.back()->value;
  place.base = d_store.sub(address, d_store.bv(place.constant, address.width()));
  place.kind = array.region;
  place.kind = (place.kind << 16U | site.bytes) << 3U;
  if (site.kind == AccessKind::Atomic) place.kind |= 1U + static_cast<std::uint64_t>(site.scope);
  return place;
}

// Returns a key that two pairs of accesses share when their accesses are equally far apart and equally wide,
// under the same conditions. The addresses of one such pair meet exactly where those of the other do.
std::optional<RaceQuestions::PairKey> RaceQuestions::key_of(const Position& a, const Position& b,
                                                            bool same_group, Share share) const {
  if (!a.base || !b.base || d_session.options.warp_sync > 1) return std::nullopt;
  const smt::Bits distance = (b.constant - a.constant) & ((smt::Bits{1} << a.base.width()) - 1);
  const auto pointer = [](Term term) { return reinterpret_cast<std::uintptr_t>(term.node()); };
  return PairKey{pointer(a.condition),
                 pointer(a.base),
                 pointer(b.condition),
                 pointer(b.base),
                 static_cast<std::uint64_t>(distance),
                 a.kind,
                 b.kind << 1U | (same_group ? 1U : 0U),
                 static_cast<std::uint64_t>(share)};
}

// Many guarded accesses have few addresses, up to constants. What holds for two of them without their guards
// is asked once.
bool RaceQuestions::always_apart(const Meeting& meeting, const Position& a, const Position& b) {
  constexpr unsigned kMostInVain = 8;
  if (d_session.context.family != nullptr || d_kernel.sites.size() < kManySites) return false;
  const auto key = key_of({{}, a.base, a.constant, a.kind}, {{}, b.base, b.constant, b.kind},
                          meeting.same_group, meeting.same_sub_group ? Share::SubGroup : Share::Group);
  if (!key) return false;
  const auto known = d_always_apart.find(*key);
  if (known != d_always_apart.end()) return known->second;
  if (d_not_apart >= kMostInVain) return false;
  const Site& x = d_kernel.sites[meeting.a.site];
  const Site& y = d_kernel.sites[meeting.b.site];
  std::vector<Term> question = meeting.same_group ? d_session.same_group() : d_session.other_group();
  question.push_back(meet(meeting, x.arrays[0], y.arrays[0]).overlap);
  d_session.queries.about(Property::DataRace, {meeting.a.site, meeting.b.site, x.arrays[0], y.arrays[0],
                                               meeting.same_group ? 3U : 2U});
  const bool apart =
      d_session.queries.ask(question, {&d_session.s, meeting.b.evaluator}).status == Status::Unsat;
  if (!apart) ++d_not_apart;
  d_always_apart.emplace(*key, apart);
  return apart;
}

std::size_t RaceQuestions::PairHash::operator()(const PairKey& key) const {
  std::size_t hash = 0;
  for (const std::uint64_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL + (hash >> 29U);
  return hash;
}

// First asks whether the addresses meet, which decides most pairs. Two writes race only if they can store
// different bytes where they meet.
void RaceQuestions::ask(const Meeting& meeting) {
  const Site& a = d_kernel.sites[meeting.a.site];
  const Site& b = d_kernel.sites[meeting.b.site];
  const std::pair<SiteId, SiteId> key = std::minmax(meeting.a.site, meeting.b.site);
  Evaluator* other = meeting.b.evaluator;
  for (const ArrayId x : a.arrays)
    for (const ArrayId y : b.arrays) {
      const analysis::Placement& px = d_session.context.regions.placement(x);
      const analysis::Placement& py = d_session.context.regions.placement(y);
      if (px.region == kNone || px.region != py.region) continue;
      // A barrier orders the accesses to an image and a buffer only if it fences both: see may_conflict().
      if (!is_about(meeting, x) && !is_about(meeting, y)) continue;
      const auto reported = d_reported.find(key);
      if (reported != d_reported.end() && reported->second) return;  // shown already
      d_session.queries.about(Property::DataRace,
                              {meeting.a.site, meeting.b.site, x, y, meeting.same_group ? 1U : 0U});
      std::vector<Term> question = meeting.conditions;
      const Touch touch = meet(meeting, x, y);
      question.push_back(touch.overlap);
      const std::vector<Term> inside = in_bounds(meeting, x, y);
      const std::size_t of_addresses = question.size();  // what is added after this belongs to this pair only
      question.insert(question.end(), inside.begin(), inside.end());
      const FamilyRun* family = d_session.context.family;
      if (family != nullptr && family->tolerate_benign && a.kind == AccessKind::Write &&
          b.kind == AccessKind::Write)
        question.push_back(differ(meeting, touch.distance));
      add_counts(meeting, question);
      Outcome met = d_session.queries.ask(question, {&d_session.s, other});
      if (met.status == Status::Unsat) {
        if (meeting.key && question.size() == of_addresses) d_apart.insert(*meeting.key);
        if (!inside.empty()) attach(meeting, x, y);
        continue;
      }
      if (const std::optional<Outcome> counted = by_group_counts(meeting, question)) {
        if (counted->status == Status::Unsat) continue;
        met = *counted;
      }
      if (is_ordered_by_flag(meeting, question)) continue;
      if (a.kind != AccessKind::Write || b.kind != AccessKind::Write) {
        if (met.status == Status::Sat)
          report(meeting, met, false);
        else
          d_session.fail(Property::DataRace, met, a.location);
        continue;
      }
      question.push_back(differ(meeting, touch.distance));
      add_counts(meeting, question);
      const Outcome differs = d_session.queries.ask(question, {&d_session.s, other});
      if (differs.status == Status::Sat)
        report(meeting, differs, false);
      else if (differs.status == Status::Unknown && met.status == Status::Sat && family == nullptr)
        report_open(meeting, met, differs);
      else if (differs.status == Status::Unknown)
        d_session.fail(Property::DataRace, differs, a.location);
      else if (met.status == Status::Sat)
        report(meeting, met, true);
      else if (d_session.options.strict)
        d_session.fail(Property::DataRace, met, a.location);
    }
}

// Reports two writes that meet where it was not decided whether they store different values.
void RaceQuestions::report_open(const Meeting& meeting, Outcome met, const Outcome& differs) {
  Needed needed;
  needed.unknown.cause = differs.cause;
  needed.unknown.detail = "whether the two store different values was not decided (" + differs.reason + ")";
  needed.unknown.location = d_kernel.sites[meeting.a.site].location;
  needed.term = d_store.true_();
  met.needed.push_back(std::move(needed));
  report(meeting, met, false);
}

std::vector<Term> RaceQuestions::in_bounds(const Meeting& meeting, ArrayId x, ArrayId y) {
  std::vector<Term> result;
  for (const auto& [side, array] : {std::pair(&meeting.a, x), std::pair(&meeting.b, y)}) {
    if (!d_session.found_outside.contains({side->site, array})) continue;
    if (const auto bytes = d_session.context.launch.array_bytes(array))
      result.push_back(d_store.not_(d_session.beyond(*side, array, *bytes)));
  }
  return result;
}

void RaceQuestions::attach(const Meeting& meeting, ArrayId x, ArrayId y) {
  const std::pair<SiteId, SiteId> pair = std::minmax(meeting.a.site, meeting.b.site);
  if (d_attached.contains(pair)) return;
  std::vector<Term> question = meeting.conditions;
  const Touch touch = meet(meeting, x, y);
  question.push_back(touch.overlap);
  if (d_kernel.sites[meeting.a.site].kind == AccessKind::Write &&
      d_kernel.sites[meeting.b.site].kind == AccessKind::Write)
    question.push_back(differ(meeting, touch.distance));
  add_counts(meeting, question);
  const Outcome outcome = d_session.queries.ask(question, {&d_session.s, meeting.b.evaluator});
  if (outcome.status != Status::Sat) return;
  d_attached.insert(pair);
  const verdict::Finding race = d_session.build.race(meeting.a, meeting.b, outcome, false, meeting.interval);
  for (const auto& [side, array] : {std::pair(meeting.a.site, x), std::pair(meeting.b.site, y)}) {
    const auto found = d_session.found_outside.find({side, array});
    if (found == d_session.found_outside.end()) continue;
    std::vector<std::string>& told = d_session.result.findings[found->second].consequences;
    if (std::ranges::find(told, race.message) == told.end()) told.push_back(race.message);
  }
}

std::string RaceQuestions::interval_after(model::BarrierId barrier) const {
  if (barrier == kNone) return "after the start of the kernel";
  const verdict::SourceLocation at = d_session.build.location(d_kernel.barriers[barrier].location, "");
  return "after the barrier at " + at.file + ":" + std::to_string(at.line);
}

void RaceQuestions::each_interval(
    Order order, model::ConvergenceLevel level, Evaluator& other,
    const std::function<void(const Interval&, const Interval&, const std::string&)>& ask_in) {
  Session& session = d_session;
  const IntervalExplorer explorer(session.context, order, level);
  for (const Start& start : explorer.starts()) {
    const EnvironmentId environment = session.shared_environment(start.block, other);
    const Interval first =
        explorer.explore(session.s, start, environment, session.s.reach(start.block, environment));
    const Interval second =
        explorer.explore(other, start, environment, other.reach(start.block, environment));
    if (!first.complete || !second.complete) {
      session.fail(Property::DataRace, Verdict::Unknown, verdict::Cause::UnsupportedConstruct,
                   "the barrier intervals have too many states",
                   start.barrier == kNone ? kNone : d_kernel.barriers[start.barrier].location);
      continue;
    }
    ask_in(first, second, interval_after(start.barrier));
  }
}

void RaceQuestions::ask_within_groups(Order order) {
  Session& session = d_session;
  if (has_groups_of_one(session.context.facts)) return;
  bool any = false;
  for (SiteId a = 0; a < d_kernel.sites.size() && !any; ++a)
    for (SiteId b = a; b < d_kernel.sites.size() && !any; ++b) any = may_conflict(a, b, order);
  if (!any) return;
  // A barrier of sub-groups orders only work-items that share a sub-group. The same holds for an atomic with
  // that scope.
  const bool divides = std::ranges::any_of(d_kernel.barriers,
                                           [&](const model::Barrier& barrier) {
                                             return barrier.is_of_sub_group() &&
                                                    covers(barrier, order, model::ConvergenceLevel::SubGroup);
                                           }) ||
                       std::ranges::any_of(d_kernel.sites, [](const Site& site) {
                         return site.kind == AccessKind::Atomic && site.scope == model::AtomicScope::SubGroup;
                       });
  if (!divides) {
    ask_within_groups(order, Share::Group);
    return;
  }
  ask_within_groups(order, Share::OtherSubGroups);
  ask_within_groups(order, Share::SubGroup);
}

void RaceQuestions::ask_within_groups(Order order, Share share) {
  Session& session = d_session;
  Term shares = d_store.true_();
  if (share != Share::Group) shares = same_sub_group(d_store, session.s.item(), session.t.item());
  if (share == Share::OtherSubGroups) shares = d_store.not_(shares);
  if (shares.is_false()) return;
  const model::ConvergenceLevel level =
      share == Share::SubGroup ? model::ConvergenceLevel::SubGroup : model::ConvergenceLevel::Group;
  const auto ask_in = [&](const Interval& first, const Interval& second, const std::string& interval) {
    std::vector<std::optional<Position>> seconds(second.sites.size());
    for (const SiteInstance& a : first.sites) {
      std::optional<Position> own;
      for (std::size_t i = 0; i < second.sites.size(); ++i) {
        const SiteInstance& b = second.sites[i];
        if (a.site > b.site || !may_conflict(a.site, b.site, order)) continue;
        if (d_kernel.sites[a.site].copy != kNone || d_kernel.sites[b.site].copy != kNone) continue;
        if (!own) own = position_of(session.s, a.site, a.environment, a.condition);
        if (!seconds[i]) seconds[i] = position_of(session.t, b.site, b.environment, b.condition);
        const std::optional<PairKey> key = key_of(*own, *seconds[i], true, share);
        if (key && d_apart.contains(*key)) continue;  // their addresses never meet
        Meeting meeting{{&session.s, a.site, a.environment},
                        {&session.t, b.site, b.environment},
                        session.same_group(),
                        true,
                        interval};
        meeting.conditions.push_back(shares);
        meeting.conditions.push_back(a.condition);
        meeting.conditions.push_back(b.condition);
        meeting.two_items = true;
        meeting.same_sub_group = share == Share::SubGroup;
        meeting.order = order;
        const bool is_of_queue =
            d_kernel.sites[a.site].queue != kNone || d_kernel.sites[b.site].queue != kNone;
        if (is_of_queue) {
          meeting.conditions.push_back(not_ended(meeting.a, meeting.b));
          meeting.conditions.push_back(not_ended(meeting.b, meeting.a));
        }
        if (d_numbered_phases) {
          meeting.conditions.push_back(not_awaited(meeting.a, meeting.b));
          meeting.conditions.push_back(not_awaited(meeting.b, meeting.a));
        }
        if (!is_of_queue && !d_numbered_phases) meeting.key = key;
        if (always_apart(meeting, *own, *seconds[i])) continue;
        const bool goes_on = d_kernel.sites[a.site].in_flight || d_kernel.sites[b.site].in_flight;
        if (d_lock_step && a.site != b.site && !goes_on)
          meeting.conditions.push_back(not_in_lock_step(meeting));
        ask(meeting);
      }
    }
  };
  each_interval(order, level, session.t, ask_in);
}

Term RaceQuestions::not_ended(const Side& copy, const Side& other) const {
  const Site& site = d_kernel.sites[copy.site];
  const std::vector<model::ValueId>& ended = d_kernel.sites[other.site].ended;
  if (site.queue >= ended.size()) return d_store.true_();  // also where it is no copy of a queue
  return d_store.ule(other.evaluator->value(ended[site.queue], other.environment),
                     copy.evaluator->value(site.number, copy.environment));
}

// Returns the condition that the work-item of the one access has not waited for an arrival that follows the
// other one.
Term RaceQuestions::not_awaited(const Side& first, const Side& then) const {
  const std::vector<model::ValueId>& arriving = d_kernel.sites[first.site].arriving;
  const std::vector<model::ValueId>& awaited = d_kernel.sites[then.site].awaited;
  std::vector<Term> parts;
  for (std::size_t i = 0; i < arriving.size() && i < awaited.size(); ++i)
    parts.push_back(d_store.ule(then.evaluator->value(awaited[i], then.environment),
                                first.evaluator->value(arriving[i], first.environment)));
  return d_store.and_(parts);
}

void RaceQuestions::note_disjoint_arrays() {
  Session& session = d_session;
  FamilyRun& run = *session.context.family;
  const auto from_launch = [&](ArrayId array) {
    const std::uint32_t parameter = d_kernel.arrays[array].parameter;
    const auto& arguments = session.context.facts.arguments;
    return parameter != kNone && parameter < arguments.size() &&
           std::holds_alternative<model::BufferArgument>(arguments[parameter]);
  };
  const auto apart = [&](SiteId a, SiteId b) {
    // A copy may be in flight while the work-item that started it continues.
    if (d_kernel.sites[a].copy != kNone || d_kernel.sites[b].copy != kNone) return true;
    for (const bool same_group : {false, true}) {
      Evaluator& other = same_group ? session.t : session.u;
      const EnvironmentId ea = session.s.enter_all(d_kernel.sites[a].block, kOutside, "s.k");
      const EnvironmentId eb = other.enter_all(d_kernel.sites[b].block, kOutside, same_group ? "t.k" : "u.k");
      std::vector<Term> question = same_group ? session.same_group() : session.other_group();
      question.push_back(session.s.reach(d_kernel.sites[a].block, ea));
      question.push_back(other.reach(d_kernel.sites[b].block, eb));
      if (session.queries.possible(question, {&session.s, &other})) return true;
    }
    return false;
  };
  for (SiteId a = 0; a < d_kernel.sites.size(); ++a)
    for (SiteId b = 0; b < d_kernel.sites.size(); ++b) {
      if (!writes(d_kernel.sites[a])) continue;
      for (const ArrayId x : d_kernel.sites[a].arrays)
        for (const ArrayId y : d_kernel.sites[b].arrays) {
          if (!from_launch(x) || !from_launch(y)) continue;
          if (session.context.regions.placement(x).region == session.context.regions.placement(y).region)
            continue;
          const std::pair<ArrayId, ArrayId> pair = std::minmax(x, y);
          // An array that is only read is assumed to keep its contents, even if the other array is written.
          const bool constant =
              !session.context.regions.is_written(session.context.regions.placement(y).region) ||
              is_non_coherent(b);
          if (!run.disjoint.contains(pair) && (constant || apart(a, b))) run.disjoint.insert(pair);
        }
    }
}

bool RaceQuestions::is_of_copy(SiteId id) const {
  const Site& site = d_kernel.sites[id];
  return site.copy != kNone || site.queue != kNone;
}

void RaceQuestions::ask_between_barriers_of_grid() {
  const auto ask_in = [&](const Interval& first, const Interval& second, const std::string& interval) {
    for (const SiteInstance& a : first.sites)
      for (const SiteInstance& b : second.sites) {
        if (a.site > b.site || !may_conflict(a.site, b.site, std::nullopt)) continue;
        if (is_of_copy(a.site) || is_of_copy(b.site)) continue;
        Meeting meeting{{&d_session.s, a.site, a.environment},
                        {&d_session.u, b.site, b.environment},
                        d_session.other_group(),
                        false,
                        "in different groups, " + interval + " and before the next barrier of the grid"};
        meeting.conditions.push_back(a.condition);
        meeting.conditions.push_back(b.condition);
        meeting.two_items = true;
        ask(meeting);
      }
  };
  each_interval(Order::Any, model::ConvergenceLevel::Grid, d_session.u, ask_in);
}

void RaceQuestions::ask_between_groups() {
  Session& session = d_session;
  if (!session.has_several_groups()) return;
  const bool has_grid_barriers = model::barrier_of_grid(d_kernel) != nullptr;
  if (has_grid_barriers) ask_between_barriers_of_grid();
  struct Seen {
    EnvironmentId environment = kOutside;
    Position place;
  };
  const auto see = [&](std::optional<Seen>& seen, Evaluator& evaluator, SiteId site, const char* name) {
    if (seen) return;
    const BlockId block = d_kernel.sites[site].block;
    const EnvironmentId environment = evaluator.enter_all(block, kOutside, name);
    seen = {environment, position_of(evaluator, site, environment, evaluator.reach(block, environment))};
  };
  std::vector<std::optional<Seen>> others(d_kernel.sites.size());
  for (SiteId a = 0; a < d_kernel.sites.size(); ++a) {
    std::optional<Seen> own;
    for (SiteId b = a; b < d_kernel.sites.size(); ++b) {
      if (!may_conflict(a, b, std::nullopt)) continue;
      if (has_grid_barriers && !is_of_copy(a) && !is_of_copy(b)) continue;
      see(own, session.s, a, "s.k");
      see(others[b], session.u, b, "u.k");
      const Seen& other = *others[b];
      const std::optional<PairKey> key = key_of(own->place, other.place, false);
      if (key && d_apart.contains(*key)) continue;
      Meeting meeting{{&session.s, a, own->environment},
                      {&session.u, b, other.environment},
                      session.other_group(),
                      false,
                      "in different groups, which barriers do not order"};
      meeting.conditions.push_back(own->place.condition);
      meeting.conditions.push_back(other.place.condition);
      meeting.conditions.push_back(session.is_element(meeting.a));
      meeting.conditions.push_back(session.is_element(meeting.b));
      meeting.two_items = true;
      meeting.key = key;
      if (always_apart(meeting, own->place, other.place)) continue;
      ask(meeting);
    }
  }
}

void ask_races(Session& session) {
  session.result.properties[Property::DataRace].verdict = Verdict::Verified;
  RaceQuestions questions(session);
  if (session.context.family != nullptr) questions.note_disjoint_arrays();
  questions.ask_non_coherent_reads();
  questions.ask_within_groups(Order::LocalMemory);
  questions.ask_within_groups(Order::GlobalMemory);
  questions.ask_within_groups(Order::ImageMemory);
  questions.ask_copies();
  if (session.options.only_intra_group)
    session.assume("work-items of different groups do not race: not asked (--only-intra-group)");
  else
    questions.ask_between_groups();
}

}  // namespace launchproof::access
