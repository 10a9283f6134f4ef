#include "verify/symbolic/findings/finding_builder.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "verify/model/array_places.h"
#include "verify/symbolic/findings/finding_words.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/verdict/explanation.h"
#include "verify/verdict/finding_kinds.h"

namespace launchproof::symbolic {

using model::kNone;
using verdict::Finding;
using verdict::Property;
using verdict::SourceLocation;

namespace {

void append(std::vector<SourceLocation>& to, std::vector<SourceLocation> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Returns "1 byte", "2 bytes".
std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// Returns the text for a pointer into the middle of its memory.
std::string and_before(const analysis::Placement& place) {
  return place.before == 0 ? std::string() : " from there and " + std::to_string(place.before) + " before";
}

}  // namespace

std::string FindingBuilder::words(const verdict::WorkItem& item) const {
  return words_of(item, d_setting.facts.work_dim);
}

Finding FindingBuilder::of_access(Property property, const FindingSide& side) const {
  Finding finding;
  finding.property = property;
  finding.locations = locations(d_setting.kernel, d_setting.kernel.sites[side.site].location, "access");
  finding.witness.emplace().work_items = {access(side)};
  if (is_possible()) finding.message = "possible ";
  return finding;
}

Finding FindingBuilder::race(const FindingSide& a, const FindingSide& b, bool benign,
                             const std::string& interval) const {
  const model::KernelModel& kernel = d_setting.kernel;
  const auto is_copy = [&](const FindingSide& side) {
    return side.site != kNone && kernel.sites[side.site].copy != kNone;
  };
  Finding finding;
  finding.property = Property::DataRace;
  finding.benign = benign;
  if (a.site != kNone)
    finding.locations = locations(kernel, kernel.sites[a.site].location,
                                  std::string(is_copy(a) ? verdict::kCopyRole : verdict::kFirstRole));
  append(finding.locations, locations(kernel, kernel.sites[b.site].location,
                                      std::string(is_copy(b) ? verdict::kCopyRole : verdict::kSecondRole)));
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {access(a), access(b)};
  witness.interval = interval;
  const verdict::WorkItem& one = witness.work_items[0];
  const verdict::WorkItem& two = witness.work_items[1];
  const std::string first = a.site == kNone ? "access" : one.access;
  finding.kind = first <= two.access ? first + "-" + two.access : two.access + "-" + first;
  const model::ArrayId array = array_of(b);
  if (array < kernel.arrays.size()) {
    const analysis::Placement& at = d_setting.regions.placement(array);
    std::uint64_t byte = two.byte_offset + at.origin;
    if (a.site != kNone)
      if (const model::ArrayId other = array_of(a); other < kernel.arrays.size()) {
        const std::uint64_t before = one.byte_offset + d_setting.regions.placement(other).origin;
        if (static_cast<std::int64_t>(before) >= static_cast<std::int64_t>(byte)) byte = before;
      }
    witness.address = byte;
    witness.array_bytes = at.bytes;
  }
  std::string touched = "byte " + signed_decimal(witness.address.value_or(0));
  if (!one.element.empty() && one.byte_offset == two.byte_offset && one.element == two.element)
    touched = verdict::element_text(one);
  if (a.site == kNone) touched = verdict::element_text(two);
  // The address of a pixel is meaningless to readers.
  for (const FindingSide* side : {&b, &a}) {
    if (side->site == kNone || kernel.sites[side->site].inside == kNone) continue;
    touched = "pixel " + pixel(*side);
    witness.address.reset();
    witness.array_bytes.reset();
  }
  std::string what = is_possible() ? "possible data race on " : "data race on ";
  if (benign) what = "data race (equal bytes) on ";
  finding.message = what + race_words(one, two, {is_copy(a), is_copy(b)}, touched, d_setting.facts.work_dim);
  return finding;
}

Finding FindingBuilder::non_coherent_read(const FindingSide& read, const FindingSide& write,
                                          const std::string& interval) const {
  Finding finding = race(read, write, false, interval);
  finding.kind = verdict::kNonCoherentRead;
  const verdict::WorkItem& one = finding.witness->work_items[0];
  const verdict::WorkItem& two = finding.witness->work_items[1];
  finding.message = (is_possible() ? "possible " : "") + std::string(verdict::kNonCoherentRead) + " of " +
                    verdict::element_text(one) + " by " + words(one) + ", which ";
  finding.message +=
      one.local_id == two.local_id && one.group_id == two.group_id ? "the work-item itself" : words(two);
  finding.message += two.access == "atomic" ? " atomically updates" : " writes";
  if (one.array != two.array) finding.message += " as " + verdict::element_text(two);
  return finding;
}

Finding FindingBuilder::bounds(const FindingSide& side, model::ArrayId array) const {
  Finding finding = of_access(Property::OutOfBounds, side);
  verdict::Witness& witness = *finding.witness;
  const analysis::Placement& place = d_setting.regions.placement(array);
  witness.array_bytes = place.bytes;
  verdict::WorkItem& item = witness.work_items[0];
  item.array = d_setting.kernel.arrays[array].name;
  witness.address = item.byte_offset;
  finding.kind = static_cast<std::int64_t>(item.byte_offset) < 0 ? "before the start" : "past the end";
  const auto offset = static_cast<std::int64_t>(item.byte_offset);
  item.element = model::place_in(d_setting.kernel.arrays[array], offset, item.bytes);
  if (place.bytes) witness.array_size = model::size_in(d_setting.kernel.arrays[array], *place.bytes);
  if (item.element.empty() || (place.bytes && witness.array_size.empty()) || place.before != 0) {
    finding.message += item.access + " of " + bytes_text(item.bytes) + " at byte " +
                       signed_decimal(item.byte_offset) + " of `" + item.array + "`, " +
                       (place.bytes ? "which has " + bytes_text(*place.bytes) + and_before(place)
                                    : std::string("before it begins"));
  } else {
    const bool starts_inside = offset >= 0 && place.bytes && item.byte_offset < *place.bytes;
    finding.message += item.access + " of " + (starts_inside ? bytes_text(item.bytes) + " at `" : "`") +
                       item.element + "`, " +
                       (place.bytes ? "but `" + item.array + "` has " + witness.array_size
                                    : "before `" + item.array + "` begins");
  }
  finding.message += ": " + words(item);
  return finding;
}

Finding FindingBuilder::inner_bounds(const FindingSide& side, model::ArrayId array) const {
  Finding finding = of_access(Property::OutOfBounds, side);
  finding.kind = verdict::kInnerArray;
  finding.benign = true;
  verdict::Witness& witness = *finding.witness;
  verdict::WorkItem& item = witness.work_items[0];
  item.array = d_setting.kernel.arrays[array].name;
  witness.address = item.byte_offset;
  witness.array_bytes = d_setting.regions.placement(array).bytes;
  std::string left;
  for (const model::InnerIndex& inner : d_setting.kernel.sites[side.site].inner) {
    const smt::Term index = side.at->value(inner.index);
    const std::uint64_t bits = number(index);
    const unsigned unused = 64 - index.width();
    const std::int64_t with_sign = static_cast<std::int64_t>(bits << unused) >> unused;
    if (with_sign >= 0 && bits < inner.count) continue;
    left = "index " + std::to_string(with_sign) + " of an inner array of " + std::to_string(inner.count) +
           " elements";
    break;
  }
  finding.message +=
      item.access + " at " + left + " of `" + item.array + "`, at byte " + signed_decimal(item.byte_offset) +
      (witness.array_bytes ? " of the " + std::to_string(*witness.array_bytes) + " of the whole" : "") +
      ": " + words(item);
  finding.replay = kInnerNotReplayed;
  return finding;
}

Finding FindingBuilder::outside_image(const FindingSide& side, model::ArrayId array) const {
  Finding finding = of_access(Property::OutOfBounds, side);
  const model::Array& of = d_setting.kernel.arrays[array];
  const bool is_surface = of.image && of.image->is_surface;
  finding.kind = is_surface ? verdict::kOutsideSurface : "outside the image";
  verdict::WorkItem& item = finding.witness->work_items[0];
  item.array = of.name;
  const model::ImageShape* image = image_of(d_setting.facts, of.parameter);
  const std::uint32_t bytes = d_setting.kernel.sites[side.site].bytes;
  const std::string what = is_surface ? bytes_text(bytes) + " at " : "pixel ";
  finding.message +=
      item.access + " of " + what + pixel(side) + " of `" + item.array + "`, " +
      (image == nullptr ? std::string("outside of it")
                        : "which has " + size_text(*image) + (is_surface ? " bytes" : " pixels")) +
      ": " + words(item);
  return finding;
}

Finding FindingBuilder::null_access(const FindingSide& side) const {
  Finding finding = of_access(Property::NullAccess, side);
  finding.kind = "null";
  const verdict::WorkItem& item = finding.witness->work_items[0];
  finding.message += item.access + " through a null pointer" +
                     (item.array.empty() ? "" : " (`" + item.array + "`)") + ": " + words(item);
  return finding;
}

Finding FindingBuilder::forbidden_access(const FindingSide& side, model::ArrayId array) const {
  Finding finding = of_access(Property::AccessFlags, side);
  const ForbiddenAccess broken = symbolic::forbidden_access(d_setting.regions.placement(array).access);
  finding.kind = broken.kind;
  verdict::WorkItem& item = finding.witness->work_items[0];
  item.array = d_setting.kernel.arrays[array].name;
  finding.message += item.access + " of `" + item.array + "`, " + broken.words + ": " + words(item);
  return finding;
}

Finding FindingBuilder::broken(const Viewpoint& one, const Viewpoint* other, std::uint32_t annotation) const {
  const model::Annotation& of = d_setting.kernel.annotations[annotation];
  Finding finding;
  finding.property = Property::Assertion;
  finding.kind = "broken assertion";
  finding.locations = locations(d_setting.kernel, of.location, "assertion");
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {work_item(one)};
  finding.message = "`" + of.text + (is_possible() ? "` may not hold: " : "` does not hold: ") +
                    words(witness.work_items[0]);
  if (other != nullptr) {
    witness.work_items.push_back(work_item(*other));
    finding.message += " and " + words(witness.work_items[1]);
  }
  if (!of.is_executed) finding.replay = kNotExecuted;
  return finding;
}

Finding FindingBuilder::divergence(const Viewpoint& s, const Viewpoint& t, model::LocationId branch,
                                   BarrierPair barriers) const {
  const model::KernelModel& kernel = d_setting.kernel;
  Finding finding;
  finding.property = Property::BarrierDivergence;
  const std::string what =
      barriers.reached == kNone ? "barrier" : word(kernel.barriers[barriers.reached].kind);
  finding.kind = "divergent " + what;
  if (barriers.reached != kNone)
    finding.locations = locations(kernel, kernel.barriers[barriers.reached].location, what);
  if (barriers.instead != kNone) {
    const model::Barrier& other = kernel.barriers[barriers.instead];
    append(finding.locations, locations(kernel, other.location, std::string("other ") + word(other.kind)));
  }
  if (branch != kNone || !is_possible()) append(finding.locations, locations(kernel, branch, "branch"));
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {work_item(s), work_item(t)};
  verdict::WorkItem& one = witness.work_items[0];
  verdict::WorkItem& two = witness.work_items[1];
  if (is_possible()) {
    const std::string call =
        barriers.reached == kNone || kernel.barriers[barriers.reached].call == kNone
            ? "the " + what
            : "the call of `" + kernel.barriers[barriers.reached].function + "`, which holds a barrier";
    finding.message = "work-items " + triple(one.local_id, d_setting.facts.work_dim) + " and " +
                      triple(two.local_id, d_setting.facts.work_dim) + " of group " +
                      triple(one.group_id, d_setting.facts.work_dim) + " may not both come to " + call;
    return finding;
  }
  const auto decides = std::ranges::find_if(kernel.blocks, [&](const model::Block& block) {
    return block.location == branch && block.condition != kNone;
  });
  if (decides != kernel.blocks.end()) {
    one.values = variables_in(s, decides->condition);
    two.values = variables_in(t, decides->condition);
  }
  one.access = "reaches the " + what;
  two.access = barriers.instead == kNone
                   ? "does not reach it"
                   : std::string("reaches the other ") + word(kernel.barriers[barriers.instead].kind);
  finding.message =
      words(one) + " reaches the " + what +
      (finding.locations.empty() ? "" : " at " + words_of(finding.locations.front())) + " and work-item " +
      triple(two.local_id, d_setting.facts.work_dim) + " of " +
      (one.group_id == two.group_id ? "the same group"
                                    : "group " + triple(two.group_id, d_setting.facts.work_dim)) +
      " does not";
  return finding;
}

Finding FindingBuilder::differing(const Viewpoint& s, const Viewpoint& t, model::BarrierId point) const {
  const model::Barrier& at = d_setting.kernel.barriers[point];
  const std::string operands = at.kind == model::Convergence::Wait ? "events" : "arguments";
  Finding finding;
  finding.property = Property::BarrierDivergence;
  finding.kind = "differing " + operands;
  finding.locations = locations(d_setting.kernel, at.location, word(at.kind));
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {work_item(s), work_item(t)};
  for (verdict::WorkItem& item : witness.work_items)
    item.access = std::string("reaches the ") + word(at.kind);
  const std::uint32_t dimensions = d_setting.facts.work_dim;
  finding.message = "work-items " + triple(witness.work_items[0].local_id, dimensions) + " and " +
                    triple(witness.work_items[1].local_id, dimensions) + " of group " +
                    triple(witness.work_items[0].group_id, dimensions) + (is_possible() ? " may" : "") +
                    " call " + at.function +
                    (finding.locations.empty() ? "" : " at " + words_of(finding.locations.front())) +
                    " with different " + operands;
  return finding;
}

Finding FindingBuilder::not_cooperative(const Viewpoint& at, model::BarrierId barrier) const {
  Finding finding;
  finding.property = Property::BarrierDivergence;
  finding.kind = verdict::kNotCooperative;
  const model::Barrier& point = d_setting.kernel.barriers[barrier];
  finding.locations = locations(d_setting.kernel, point.location, word(point.kind));
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {work_item(at)};
  witness.work_items[0].access = "reaches the barrier of the grid";
  finding.message = words(witness.work_items[0]) + " reaches the barrier of the grid" +
                    (finding.locations.empty() ? "" : " at " + words_of(finding.locations.front())) +
                    ", which ends the launch, because it is not a cooperative one";
  return finding;
}

Finding FindingBuilder::never_waited(const Viewpoint& at, model::BarrierId copy) const {
  const model::Barrier& point = d_setting.kernel.barriers[copy];
  Finding finding;
  finding.property = Property::DataRace;
  finding.kind = "copy never waited for";
  finding.locations = locations(d_setting.kernel, point.location, word(point.kind));
  verdict::Witness& witness = finding.witness.emplace();
  witness.work_items = {work_item(at)};
  witness.work_items[0].access = "ends the kernel without a wait";
  finding.message = "the asynchronous copy of group " +
                    triple(witness.work_items[0].group_id, d_setting.facts.work_dim) + " at " +
                    words_of(finding.locations.front()) + " is not waited for before the kernel ends";
  return finding;
}

}  // namespace launchproof::symbolic
