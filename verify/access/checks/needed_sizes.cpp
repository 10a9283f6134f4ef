#include "verify/access/checks/needed_sizes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/access/checks/session.h"

namespace launchproof::access {

using model::kNone;
using smt::Status;
using smt::Term;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

// An access that some work-item may make to an array of unknown size.
struct UnsizedAccess {
  Side side;
  Term reached;
  model::ArrayId array = kNone;
};

struct NeededSize {
  std::uint64_t bytes = 0;  // proved to be sufficient
  bool is_least = false;    // a model accesses the last byte, so the size is minimal
};

// The limit for one array. A question that the terms' own bounds settle costs no solver time.
constexpr std::uint64_t kMostAsked = 48;     // questions put to the solver
constexpr std::uint64_t kMostTried = 2'000;  // questions in all
constexpr std::uint64_t kLargest = std::uint64_t{1} << 47;

class Search {
 public:
  Search(Session& session, const std::vector<UnsizedAccess>& accesses)
      : d_session(session), d_accesses(accesses), d_asked(session.queries.questions()) {}

  std::optional<NeededSize> run() {
    std::uint64_t enough = most_by_ranges();
    if (enough == 0 || !is_enough(enough)) enough = first_that_is_enough();
    if (enough == 0) return std::nullopt;
    std::uint64_t least = d_touched;  // everything that a model touches is needed
    std::uint64_t next = enough - 1;  // the bounds of terms are usually tight
    while (least < enough) {
      const std::optional<bool> answer = is_enough(next);
      if (!answer) break;
      if (*answer)
        enough = next;
      else
        least = std::max(next + 1, std::min(d_touched, enough));
      next = least + (enough - least) / 2;
    }
    return NeededSize{enough, d_touched_exactly == enough};
  }

 private:
  Term offset(const UnsizedAccess& access) {
    const model::Site& site = d_session.context.kernel.sites[access.side.site];
    return access.side.evaluator->value(site.offset, access.side.environment);
  }
  std::uint64_t width(const UnsizedAccess& access) const {
    return d_session.context.kernel.sites[access.side.site].bytes;
  }

  // Returns a size that no access exceeds, according to the bounds of terms; 0 if they give none.
  std::uint64_t most_by_ranges() {
    std::uint64_t most = 0;
    for (const UnsizedAccess& access : d_accesses) {
      const smt::Bits high = d_session.context.store.unsigned_range(offset(access)).high;
      if (high > kLargest) return 0;
      most = std::max(most, static_cast<std::uint64_t>(high) + width(access));
    }
    return most;
  }

  // Tries growing sizes. Returns the first sufficient one, or 0 if none was found.
  std::uint64_t first_that_is_enough() {
    std::uint64_t bytes = d_touched;
    for (const UnsizedAccess& access : d_accesses) bytes = std::max(bytes, width(access));
    while (bytes <= kLargest) {
      const std::optional<bool> answer = is_enough(bytes);
      if (!answer) return 0;
      if (*answer) return bytes;
      bytes = std::max(2 * bytes, d_touched);
    }
    return 0;
  }

  // Returns nothing if it could not be determined.
  std::optional<bool> is_enough(std::uint64_t bytes) {
    for (const UnsizedAccess& access : d_accesses) {
      if (++d_tried > kMostTried || d_session.queries.questions() - d_asked > kMostAsked) return std::nullopt;
      const Outcome outcome = ask(access, bytes);
      if (outcome.status == Status::Unknown) return std::nullopt;
      if (outcome.status == Status::Unsat) continue;
      const auto touched = static_cast<std::uint64_t>(outcome.model.evaluate(offset(access)));
      if (touched > kLargest) return std::nullopt;  // the access is most likely before the array's first byte
      d_touched = std::max(d_touched, touched + width(access));
      if (outcome.exact()) d_touched_exactly = std::max(d_touched_exactly, touched + width(access));
      return false;
    }
    return true;
  }

  // Returns whether the site names the array when it is reached.
  Term names(const UnsizedAccess& access) {
    smt::TermStore& store = d_session.context.store;
    const model::Site& site = d_session.context.kernel.sites[access.side.site];
    if (site.arrays.size() == 1) return store.true_();
    const Term base = access.side.evaluator->value(site.base, access.side.environment);
    return store.eq(base, store.bv(access.array, base.width()));
  }

  // Asks whether the access exceeds this many bytes.
  Outcome ask(const UnsizedAccess& access, std::uint64_t bytes) {
    smt::TermStore& store = d_session.context.store;
    const Term offset = this->offset(access);
    const model::Site& site = d_session.context.kernel.sites[access.side.site];
    d_session.queries.about(Property::OutOfBounds, {access.side.site, access.array, kNone});
    std::vector<Term> question = d_session.one();
    question.push_back(access.reached);
    question.push_back(d_session.is_element(access.side));
    question.push_back(names(access));
    question.push_back(bytes < site.bytes ? store.true_()
                                          : store.ult(store.bv(bytes - site.bytes, offset.width()), offset));
    Outcome outcome = d_session.queries.ask(question, {&d_session.s});
    d_session.doubt(access.side, outcome);
    return outcome;
  }

  Session& d_session;
  const std::vector<UnsizedAccess>& d_accesses;
  std::uint64_t d_asked;  // number of questions that the session asked before
  std::uint64_t d_tried = 0;
  std::uint64_t d_touched = 0;          // the largest size that a model needs
  std::uint64_t d_touched_exactly = 0;  // the same for models that are exact
};

// "4,104"
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string in_words(const std::string& name, const NeededSize& needed) {
  return "`" + name + "` has " + (needed.is_least ? "at least " : "") + with_commas(needed.bytes) +
         (needed.bytes == 1 ? " byte" : " bytes") + (needed.is_least ? "" : " (fewer may do)");
}

bool is_proved_otherwise(const Session& session) {
  const verdict::ClassResult& result = session.result;
  return std::ranges::all_of(result.properties,
                             [](const auto& entry) {
                               return entry.second.verdict == Verdict::Verified ||
                                      entry.second.verdict == Verdict::NotAsked;
                             }) &&
         std::ranges::all_of(result.findings, [](const verdict::Finding& finding) { return finding.benign; });
}

// Images are excluded, since they have no size in bytes that could be given.
std::map<model::ArrayId, std::vector<UnsizedAccess>> unsized_accesses(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  std::map<model::ArrayId, std::vector<UnsizedAccess>> accesses;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes || site.inside != kNone) continue;
    const EnvironmentId environment = session.s.enter_all(site.block, kOutside, "s.k");
    const Term reached = session.s.reach(site.block, environment);
    for (const model::ArrayId array : site.arrays) {
      if (array == 0 || session.context.regions.placement(array).is_null) continue;
      if (session.context.launch.array_bytes(array)) continue;
      accesses[array].push_back({{&session.s, id, environment}, reached, array});
    }
  }
  return accesses;
}

bool has_unknown_size(const verdict::ClassResult& result) {
  const auto bounds = result.properties.find(Property::OutOfBounds);
  return bounds != result.properties.end() &&
         std::ranges::any_of(bounds->second.causes, [](const verdict::Approximation& cause) {
           return cause.cause == Cause::SizeNotKnown;
         });
}

}  // namespace

void state_needed_sizes(Session& session) {
  const model::LaunchFacts& facts = session.context.facts;
  if (session.context.family != nullptr || facts.open.any() || !facts.free.empty()) return;
  if (!has_unknown_size(session.result) || !is_proved_otherwise(session)) return;
  verdict::PropertyResult& bounds = session.result.properties[Property::OutOfBounds];
  std::string conditions;
  bool all = true;
  for (const auto& [array, accesses] : unsized_accesses(session)) {
    const std::string& name = session.context.kernel.arrays[array].name;
    std::optional<NeededSize> needed;
    try {
      if (!session.queries.out_of_time()) needed = Search(session, accesses).run();
    } catch (const OutOfTime&) {
      needed.reset();
    }
    all = all && needed;
    if (!needed) continue;
    const std::string words = in_words(name, *needed);
    conditions += (conditions.empty() ? "" : ", ") + words;
    const std::string open = "accesses to `" + name + "` in bounds: size not known";
    std::string stated = open;
    stated.append("; they are if ").append(words);
    std::ranges::replace(session.result.assumptions, open, stated);
    for (verdict::Approximation& cause : bounds.causes)
      if (cause.cause == Cause::SizeNotKnown && cause.detail == "the size of `" + name + "` is not known")
        cause.detail.append("; accesses to it are in bounds if ").append(words);
  }
  if (conditions.empty()) return;
  bounds.reason = std::string(all ? "sizes are not known" : "not all sizes are known") + "; in bounds if " +
                  conditions + (all ? "" : "; no sufficient size was derived for other arrays");
}

}  // namespace launchproof::access
