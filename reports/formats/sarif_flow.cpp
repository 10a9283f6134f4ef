#include "reports/formats/sarif_flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/words/words.h"
#include "verify/verdict/explanation.h"

namespace launchproof::reports {
namespace {

using verdict::Finding;
using verdict::SourceLocation;
using verdict::WorkItem;

constexpr std::string_view kInlined = " inlined at";

// Returns the last place of the work-item with this number: the place of its role, or the place with its
// number.
const SourceLocation* place_of(const Finding& finding, std::size_t number) {
  const std::string_view role = number == 0 ? verdict::kFirstRole : verdict::kSecondRole;
  std::vector<const SourceLocation*> own;
  for (const SourceLocation& location : finding.locations) {
    if (location.role == role) return &location;
    if (!location.role.ends_with(kInlined)) own.push_back(&location);
  }
  return own.empty() ? nullptr : own[std::min(number, own.size() - 1)];
}

Json state_of(const WorkItem& item) {
  Json state = Json::object();
  const auto add = [&](std::string_view name, std::string_view value) {
    state[clean(name)] = message(value);
  };
  add("global id", triple(item.global_id));
  add("local id", triple(item.local_id));
  add("group id", triple(item.group_id));
  for (const verdict::NamedValue& value : item.values) add(value.name, value.value);
  if (item.bytes != 0 && !item.array.empty()) add(item.array, bytes_text(item.byte_offset, item.bytes));
  return state;
}

std::string does(const WorkItem& item) {
  std::string text = item.access.empty() ? "is here" : item.access;
  if (item.bytes != 0) return text + " " + verdict::element_text(item);
  return item.array.empty() ? text : text + " of `" + item.array + "`";
}

std::string title(const WorkItem& item, std::size_t number) {
  return fmt::format("work-item {}: global {}, local {} of group {}", static_cast<char>('A' + number % 26),
                     triple(item.global_id), triple(item.local_id), triple(item.group_id));
}

struct Step {
  Json location;
  bool access = false;
};

std::vector<Step> steps_of(const Finding& finding, std::size_t number, Places& places) {
  const WorkItem& item = finding.witness->work_items[number];
  std::vector<Step> steps;
  steps.reserve(item.iterations.size());
  for (const verdict::LoopIteration& loop : item.iterations) {
    steps.push_back({.location = places.location(
                         loop.loop, fmt::format("in iteration {} of this loop", loop.iteration))});
  }
  const SourceLocation* last = place_of(finding, number);
  if (last != nullptr) {
    const std::string inlined = last->role + std::string(kInlined);
    for (auto at = finding.locations.rbegin(); at != finding.locations.rend(); ++at) {
      if (at->role == inlined) steps.push_back({.location = places.location(*at, "calls")});
    }
  }
  const std::string text = fmt::format("{}: {}", static_cast<char>('A' + number % 26), does(item));
  steps.push_back(
      {.location = last == nullptr ? places.whole_source() : places.location(*last, text), .access = true});
  return steps;
}

}  // namespace

Json code_flow(const Finding& finding, Places& places) {
  std::vector<std::vector<Step>> all;
  std::size_t before = 0;  // steps of all work-items that are not accesses
  for (std::size_t i = 0; i < finding.witness->work_items.size(); ++i) {
    all.push_back(steps_of(finding, i, places));
    before += all.back().size() - 1;
  }
  Json flows = Json::array();
  std::size_t order = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const WorkItem& item = finding.witness->work_items[i];
    Json steps = Json::array();
    for (Step& step : all[i]) {
      Json one{{"location", std::move(step.location)}};
      if (step.access) one["state"] = state_of(item);
      one["executionOrder"] = step.access ? before + 1 : ++order;
      one["importance"] = step.access ? "essential" : "important";
      steps.push_back(std::move(one));
    }
    flows.push_back({{"id", fmt::format("work-item {}", static_cast<char>('A' + i % 26))},
                     {"message", message(title(item, i))},
                     {"locations", std::move(steps)}});
  }
  std::string text = meeting_text(*finding.witness);
  if (!finding.witness->interval.empty())
    text += (text.empty() ? "interval: " : "; interval: ") + finding.witness->interval;
  Json flow = Json::object();
  if (!text.empty()) flow["message"] = message(text);
  flow["threadFlows"] = std::move(flows);
  return flow;
}

}  // namespace launchproof::reports
