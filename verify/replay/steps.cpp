#include "verify/replay/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace launchproof::replay {
namespace {

using Kind = WatchedStep::Kind;
using verdict::Property;

// The steps of a work-item that are shown: its first ones, and those before the step that the finding is
// about.
constexpr std::size_t kFirst = 3, kBefore = 14;
constexpr std::uint32_t kMostComponents = 4;  // components of a vector that are shown

template <typename Float>
std::string float_text(const std::uint8_t* bytes) {
  Float value;
  std::memcpy(&value, bytes, sizeof value);
  return fmt::format("{:g}", value);
}

std::string integer_text(const std::uint8_t* bytes, std::uint32_t count) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, count);
  const unsigned shift = 64 - 8 * count;
  const auto with_sign = static_cast<std::int64_t>(value << shift) >> shift;
  return with_sign < 0 ? fmt::format("{} or {}", value, with_sign) : std::to_string(value);
}

// "3", "0.5", "(1, 2, 3, ...)"; empty if it is not a number.
std::string value_text(const SiteSpec& site, const WatchedStep& step,
                       const std::array<std::uint8_t, WatchedStep::kValueBytes>& value) {
  const std::uint32_t bytes = site.scalar_bytes;
  if (bytes == 0 || bytes > 8 || step.value_bytes < bytes) return {};
  std::vector<std::string> parts;
  for (std::uint32_t at = 0; at + bytes <= step.value_bytes && parts.size() < kMostComponents; at += bytes) {
    const std::uint8_t* part = value.data() + at;
    if (site.is_float)
      parts.push_back(bytes == 4 ? float_text<float>(part) : float_text<double>(part));
    else
      parts.push_back(integer_text(part, bytes));
  }
  if (site.bytes == bytes) return parts.front();
  if (parts.size() * bytes < site.bytes) parts.emplace_back("...");
  return fmt::format("({})", fmt::join(parts, ", "));
}

std::string word(SiteKind kind) {
  switch (kind) {
    case SiteKind::Read:
      return "read";
    case SiteKind::Write:
      return "write";
    case SiteKind::Atomic:
    case SiteKind::AtomicLoad:
      break;
  }
  return "atomic";
}

verdict::Step step_of(const KernelTables& tables, const std::vector<View>& views, const WatchedStep& step) {
  verdict::Step result;
  result.barriers = step.phase;
  const auto at = [&](const std::vector<verdict::SourceLocation>& places) {
    if (!places.empty()) result.location = places.front();
    result.location.role.clear();
  };
  switch (step.kind) {
    case Kind::Barrier: {
      const BarrierSpec& barrier = tables.barriers[step.place];
      at(barrier.locations);
      result.does = barrier.kind == Meeting::Barrier ? "waits at the barrier" : "waits at the group function";
      return result;
    }
    case Kind::Assertion:
      at(tables.assertions[step.place].locations);
      result.does = "breaks the assertion";
      return result;
    case Kind::Access:
    case Kind::Outside:
      break;
  }
  const SiteSpec& site = tables.sites[step.place];
  at(site.locations);
  result.does = word(site.kind);
  if (step.kind == Kind::Outside) result.does += " outside of the array";
  if (step.object == 0) return result;
  const View& view = views[step.object];
  if (view.is_image) return result;  // pixels have no byte values
  result.array = tables.objects[step.object].name;
  result.bytes = site.bytes;
  result.byte_offset = step.kind == Kind::Outside ? step.offset : step.offset - view.origin - view.before;
  if (step.kind == Kind::Access) result.value = value_text(site, step, step.value);
  if (step.kind == Kind::Access && site.kind == SiteKind::Write)
    result.value_before = value_text(site, step, step.before);
  return result;
}

// Returns the number of the step that the finding is about, if it is not decided by a meeting of two
// work-items.
std::size_t decisive_of(const Watch& watch, Property property, std::uint32_t last_phase) {
  const auto is = [&](const WatchedStep& step) {
    switch (property) {
      case Property::OutOfBounds:
      case Property::NullAccess:
        return step.kind == Kind::Outside && watch.sites[step.place];
      case Property::Assertion:
        return step.kind == Kind::Assertion;
      case Property::BarrierDivergence:
        return step.kind == Kind::Barrier && step.phase == last_phase;
      default:
        return step.kind == Kind::Access && watch.sites[step.place];
    }
  };
  return static_cast<std::size_t>(std::ranges::find_if(watch.steps, is) - watch.steps.begin());
}

std::uint32_t last_phase_of(const std::vector<Watch>& watches) {
  std::uint32_t last = 0;
  for (const Watch& watch : watches)
    for (const WatchedStep& step : watch.steps) last = std::max(last, step.phase);
  return last;
}

struct Kept {
  verdict::Step step;
  std::uint64_t order = 0;
  std::size_t number = 0;  // index among steps with the same order
};

// Keeps some steps up to the decisive one, and the barrier that ends its interval.
std::uint64_t keep(std::vector<Kept>& all, const Watch& watch, std::size_t decisive,
                   const std::function<verdict::Step(const WatchedStep&)>& make) {
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i <= decisive && i < watch.steps.size(); ++i) {
    if (i >= kFirst && i + kBefore < decisive) {
      ++left_out;
      continue;
    }
    Kept& kept = all.emplace_back(Kept{make(watch.steps[i]), watch.steps[i].order, 0});
    kept.step.meets = i == decisive;
  }
  for (std::size_t i = decisive + 1; i < watch.steps.size(); ++i) {
    if (watch.steps[i].kind != Kind::Barrier) continue;
    all.push_back({make(watch.steps[i]), watch.steps[i].order, 0});
    break;
  }
  return left_out;
}

}  // namespace

void add_steps(Confirmation& result, const KernelTables& tables, const std::vector<View>& views,
               const std::vector<Watch>& watches, Property property, std::vector<std::size_t> decisive) {
  const std::uint32_t last_phase = last_phase_of(watches);
  const bool parts = property == Property::BarrierDivergence;
  if (decisive.empty())
    for (const Watch& watch : watches) decisive.push_back(decisive_of(watch, property, last_phase));
  for (std::size_t i = 0; i < watches.size(); ++i) {
    if (watches[i].steps.size() > kMaximumSteps) return;
    // A work-item that misses a barrier by returning has no step for it.
    if (decisive[i] >= watches[i].steps.size() && !parts) return;
  }
  std::vector<Kept> all;
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < watches.size(); ++i) {
    const auto make = [&](const WatchedStep& step) {
      verdict::Step made = step_of(tables, views, step);
      made.work_item = static_cast<std::uint32_t>(i);
      return made;
    };
    left_out += keep(all, watches[i], decisive[i], make);
    if (decisive[i] < watches[i].steps.size()) continue;
    Kept& end = all.emplace_back();
    end.order = UINT64_MAX;
    end.step.work_item = static_cast<std::uint32_t>(i);
    end.step.does = "returns";
    end.step.barriers = last_phase;
    end.step.meets = true;
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].number = i;
  std::ranges::sort(all, {}, [](const Kept& kept) { return std::pair(kept.order, kept.number); });
  for (Kept& kept : all) result.steps.push_back(std::move(kept.step));
  result.steps_left_out = left_out;
}

}  // namespace launchproof::replay
