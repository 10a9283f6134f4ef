#include "verify/two_thread/judgement/taken_for_granted.h"

#include <algorithm>
#include <set>

#include "verify/analysis/assumptions.h"
#include "verify/analysis/preconditions.h"
#include "verify/symbolic/findings/locations.h"

namespace launchproof::two_thread {

using model::kNone;
using verdict::Cause;
using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

namespace {

std::string text_of(const model::KernelModel& kernel, std::uint32_t annotation) {
  const model::Annotation& item = kernel.annotations[annotation];
  const verdict::SourceLocation at = symbolic::location(kernel, item.location, "");
  return item.text + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
}

}  // namespace

void name_open_sizes(const Setting& setting, verdict::ClassResult& result) {
  PropertyResult& bounds = result.properties[Property::OutOfBounds];
  bool any = false;
  if (!setting.limits.check_bounds) {
    bounds = {Verdict::NotAsked, "bounds were not asked for", {}};
    result.assumptions.emplace_back("all accesses in bounds: not asked");
    return;
  }
  std::set<model::ArrayId> named;
  for (const model::Site& site : setting.kernel.sites) {
    if (site.observes) continue;
    for (const model::ArrayId array : site.arrays) {
      if (array == 0 || setting.regions.placement(array).is_null) continue;
      if (site.inside != kNone && site.outside == kNone) continue;  // the sampler keeps the access inside
      any = true;
      if (!setting.launch.array_bytes(array) && named.insert(array).second) {
        const std::string& name = setting.kernel.arrays[array].name;
        result.assumptions.push_back("accesses to `" + name + "` in bounds: size not known");
        bounds.causes.push_back({Cause::SizeNotKnown, "the size of `" + name + "` is not known",
                                 symbolic::location(setting.kernel, site.location, "access")});
      }
    }
  }
  if (!any || bounds.causes.empty()) return;
  bounds.verdict = Verdict::NotAsked;
  bounds.reason = bounds.causes.front().detail;
}

void name_assumptions(const Setting& setting, verdict::ClassResult& result) {
  const model::KernelModel& kernel = setting.kernel;
  const std::string separate = analysis::separate_arguments(kernel, setting.facts);
  if (!separate.empty()) result.assumptions.push_back(separate);
  const std::string lock_step = analysis::lock_step(setting.limits.warp_sync);
  if (!lock_step.empty()) result.assumptions.push_back(lock_step);
  if (setting.limits.strict &&
      std::ranges::any_of(kernel.sites, [](const model::Site& site) { return !site.inner.empty(); })) {
    constexpr const char* kNotAsked =
        "subscripts stay in their inner arrays: not asked by the two-thread engine";
    result.assumptions.emplace_back(kNotAsked);
    PropertyResult& bounds = result.properties[Property::OutOfBounds];
    if (bounds.verdict == Verdict::Verified)
      bounds = {Verdict::Unknown, kNotAsked, {{Cause::UnsupportedConstruct, kNotAsked, {}}}};
  }
  result.assumptions.insert(result.assumptions.end(), kernel.granted.begin(), kernel.granted.end());
  std::vector<bool> excludes(kernel.annotations.size(), false);
  for (const model::Block& block : kernel.blocks)
    if (block.excluded_by != kNone) excludes[block.excluded_by] = true;
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id)
    if (excludes[id])
      result.assumptions.push_back("given " + text_of(kernel, id));
    else if (analysis::is_exemption(kernel, id))
      result.assumptions.push_back(analysis::exemption(text_of(kernel, id)));
}

}  // namespace launchproof::two_thread
