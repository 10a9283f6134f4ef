#include "verify/two_thread/guesses/unsupported.h"

#include <algorithm>

#include "verify/analysis/incoherent_reads.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/two_thread/terms/copies.h"

namespace launchproof::two_thread {

using model::kNone;
using model::Op;
using model::UnsupportedItem;

std::vector<UnsupportedItem> unsupported(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                         const symbolic::Options& limits) {
  std::vector<UnsupportedItem> result;
  const auto add = [&](const std::string& what, model::LocationId where) {
    result.push_back({"the two-thread engine does not follow " + what, where});
  };
  // Numbers of groups that are free facts are ordinary variables.
  if (facts.open.local != model::OpenSizes().local || (facts.open.any() && facts.free.empty()))
    add("sizes that are left open", kNone);
  // Without a return in CUDA, both rules are the same.
  const bool may_end_early = kernel.language != model::Language::Cuda ||
                             std::ranges::any_of(kernel.blocks, &model::Block::ends_by_return);
  for (const model::Barrier& barrier : kernel.barriers) {
    if (barrier.is_of_sub_group())
      add("functions of sub-groups", barrier.location);
    else if (barrier.is_of_grid())
      add("barriers of the whole launch", barrier.location);
    else if (limits.barrier_rule == model::BarrierRule::Cuda && may_end_early)
      add("barriers that do not wait for work-items that have ended", barrier.location);
  }
  for (const model::SiteId site : analysis::incoherent_reads(kernel, {kernel, facts}))
    result.push_back({analysis::name_of_incoherent_read(kernel, site), kernel.sites[site].location});
  for (const UnsupportedItem& item : unsupported_copies(kernel, facts)) add(item.construct, item.location);
  for (const model::Value& value : kernel.values) {
    if (value.op == Op::Pipe) add("pipes", value.location);
    if (value.op == Op::SubGroup) add("sub-groups", value.location);
  }
  for (const model::Site& site : kernel.sites)
    if (site.queue != kNone) add("copies whose end a barrier in memory tells", site.location);
  for (const model::Site& site : kernel.sites)
    if (!site.awaited.empty()) {
      add("barriers in memory that some threads only arrive at", site.location);
      break;
    }
  for (const model::Site& site : kernel.sites)
    if (site.in_flight && limits.warp_sync > 1) add("copies that go on, in lock step", site.location);
  for (const model::Array& array : kernel.arrays) {
    if (array.memory != model::Memory::Image) continue;
    const model::ImageShape* image = symbolic::image_of(facts, array.parameter);
    if (image == nullptr || image->over_buffer) add("images that lie in a buffer", array.location);
  }
  return result;
}

}  // namespace launchproof::two_thread
