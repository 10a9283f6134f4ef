#include "verify/frontend/translate/declared_accesses.h"

#include <algorithm>
#include <utility>

#include "verify/frontend/translate/objects.h"

namespace launchproof::frontend {
namespace {

using model::ArrayId;
using model::kNone;
using model::LocationId;
using model::SiteId;

// Returns whether the place is in the function instance that contains the other place, or in its callees.
bool is_in_instance(const model::KernelModel& kernel, LocationId place, LocationId of) {
  if (of == kNone) return false;
  const model::Location& instance = kernel.locations[of];
  for (; place != kNone; place = kernel.locations[place].call_site) {
    const model::Location& at = kernel.locations[place];
    if (at.call_site == instance.call_site && at.function == instance.function && at.file == instance.file)
      return true;
  }
  return false;
}

bool reads_memory(const model::Site& site) {
  return site.kind != model::AccessKind::Write;
}

bool writes_memory(const model::Site& site) {
  return site.kind == model::AccessKind::Write ||
         (site.kind == model::AccessKind::Atomic && site.atomic_writes);
}

bool is_exempt(model::Memory memory) {
  return memory == model::Memory::Private || memory == model::Memory::Constant;
}

class Asserting {
 public:
  Asserting(const std::vector<DeclaredAccess>& declared, ValueBuilder& values, model::KernelModel& kernel)
      : d_declared(declared), d_values(values), d_kernel(kernel) {}

  void look_at(SiteId id, std::uint32_t event) {
    const model::Site& site = d_kernel.sites[id];
    const auto is_shared = [&](ArrayId array) { return !is_exempt(d_kernel.arrays[array].memory); };
    if (site.observes || std::ranges::none_of(site.arrays, is_shared)) return;
    // Adds each instance that declares such accesses once.
    std::vector<LocationId> seen;
    for (const bool writes : {false, true}) {
      if (writes ? !writes_memory(site) : !reads_memory(site)) continue;
      seen.clear();
      for (const DeclaredAccess& one : d_declared) {
        if (one.writes != writes || !is_in_instance(d_kernel, site.location, one.location)) continue;
        if (std::ranges::any_of(seen, [&](LocationId other) {
              return is_in_instance(d_kernel, other, one.location) &&
                     is_in_instance(d_kernel, one.location, other);
            }))
          continue;
        seen.push_back(one.location);
        add(id, event, one);
      }
    }
  }

 private:
  // `like`: a declaration of the instance and kind of access.
  void add(SiteId id, std::uint32_t event, const DeclaredAccess& like) {
    const model::Site site = d_kernel.sites[id];
    const model::Location& within = d_kernel.locations[like.location];
    model::Annotation item;
    item.kind = model::AnnotationKind::Assertion;
    item.text = like.name + " of " + within.function;
    item.block = site.block;
    item.event = event;
    item.location = site.location;
    item.is_executed = false;
    const bool is_mixed = std::ranges::any_of(
        site.arrays, [&](ArrayId array) { return array != 0 && is_exempt(d_kernel.arrays[array].memory); });
    if (is_mixed) item.open = "it speaks of an access that may be to private or constant memory";
    d_values.at(site.block, site.location);
    model::ValueId holds = d_values.constant(1, 0);
    const model::ValueId accessed = object_of(d_values, site.base);
    for (const DeclaredAccess& one : d_declared) {
      if (one.writes != like.writes || !is_in_instance(d_kernel, one.location, like.location) ||
          !is_in_instance(d_kernel, like.location, one.location))
        continue;
      if (!one.array) {
        item.open = "it names an array through a pointer to one of several";
        break;
      }
      if (site.arrays.size() == 1 && site.arrays.front() == *one.array) return;
      holds = d_values.bit_or(
          holds, d_values.equal(accessed, object_of(d_values, d_values.constant(32, *one.array))));
    }
    if (item.open.empty()) item.condition = holds;
    d_kernel.annotations.push_back(std::move(item));
  }

  const std::vector<DeclaredAccess>& d_declared;
  ValueBuilder& d_values;
  model::KernelModel& d_kernel;
};

}  // namespace

void assert_declared_accesses(const std::vector<DeclaredAccess>& declared, ValueBuilder& values,
                              model::KernelModel& kernel) {
  if (declared.empty()) return;
  Asserting asserting(declared, values, kernel);
  for (const model::Block& block : kernel.blocks)
    for (std::uint32_t event = 0; event < block.events.size(); ++event)
      if (block.events[event].kind == model::Event::Kind::Site)
        asserting.look_at(block.events[event].index, event);
}

}  // namespace launchproof::frontend
