#include "verify/access/questions/prefix_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <unordered_set>

#include "verify/model/exchanges.h"

namespace launchproof::access {

using model::kNone;
using model::Site;
using model::SiteId;
using smt::Bits;
using smt::Term;

namespace {

constexpr unsigned kWide = 64;
constexpr unsigned kBitsInByte = 8;
constexpr Bits kMostValues = Bits{1} << 40;
constexpr std::size_t kMostSums = 24;  // sums that one question relates to each other

// Returns the largest number of values that are summed.
Bits most_values(const Context& context, const PrefixSum& sum) {
  if (sum.each == 0) return sum.count;
  return context.store.unsigned_range(context.launch.local_size(0)).high * sum.each;
}

unsigned bits_of(Bits number) {
  unsigned bits = 0;
  for (; number != 0; number >>= 1) ++bits;
  return bits;
}

// Returns whether the term is exactly what an execution computes. An undefined value may differ at each use,
// and a marker admits more than what happens.
bool is_exact(const Context& context, Term term) {
  const auto is_open = [&](Term part) {
    const symbolic::Unknown* unknown = context.unknowns.value(part);
    return context.unknowns.marker(part) != nullptr ||
           (unknown != nullptr && unknown->cause == verdict::Cause::UndefinedValue);
  };
  return std::ranges::none_of(context.store.variables(term), is_open) &&
         std::ranges::none_of(context.store.applications(term), is_open);
}

// Returns whether the work-item stands for all of its group, and its group for all groups.
bool is_arbitrary(const Context& context, const symbolic::WorkItem& item) {
  for (unsigned d = 0; d < 3; ++d) {
    const bool is_alone = context.store.unsigned_range(context.launch.local_size(d)).high <= 1;
    const bool is_only_group = context.launch.most_groups(d) <= 1;
    if ((!is_alone && item.local_id[d].is_constant()) || (!is_only_group && item.group_id[d].is_constant()))
      return false;
  }
  return true;
}

}  // namespace

// Collects the sums of one group that a question mentions, and relates each two of them.
class PrefixSums::OfGroup {
 public:
  OfGroup(const Context& context, std::string name, const Values& values)
      : d_context(context),
        d_store(context.store),
        d_name(std::move(name)),
        d_largest(values.largest),
        d_width(2 + std::max(bits_of(values.most), bits_of(values.most * values.largest))) {}

  // Adds what the read of the application finds. `origin`: the place of the array in its region.
  void add_read(Term application, const PrefixSum& sum, std::uint64_t origin, std::uint32_t bytes) {
    const auto [element, begins] = element_at(application->operands[0], origin, bytes);
    for (const SumsInArray& part : sum.sums) {
      const Term low = d_store.bv(part.low, kWide);
      const Term last = sum.each == 0 ? d_store.bv(part.high, kWide) : d_store.sub(count_of(sum), one());
      const Term is_there =
          d_store.and_(std::array<Term, 3>{begins, d_store.ule(low, element), d_store.ule(element, last)});
      const Term length = d_store.sub(element, d_store.bv(static_cast<std::uint64_t>(part.shift), kWide));
      if (part.is_single)
        rises(length, {}, application, is_there);
      else
        is_equal(application, length, {}, is_there);
    }
  }

  // Adds what the work-item itself has stored.
  void add_own(Evaluator& item, const PrefixSum& sum) {
    for (const SiteId input : sum.inputs) {
      const Site& site = d_context.kernel.sites[input];
      const std::uint64_t origin = d_context.regions.placement(site.arrays[0]).origin;
      const auto [element, begins] = element_at(item.address(input, kOutside), origin, site.bytes);
      const Term before = d_store.sub(element, d_store.bv(sum.first, kWide));
      const std::array<Term, 3> conditions{begins, item.reach(site.block, kOutside),
                                           d_store.ult(before, count_of(sum))};
      rises(before, {}, item.value(site.written.front(), kOutside), d_store.and_(conditions));
    }
  }

  // Adds what a collective function returns to the work-item, and what the work-item has passed.
  void add_place(Term application, Evaluator& item) {
    const Evaluator::Scanned& result = *item.scanned(application);
    const model::Value& value = d_context.kernel.values[result.value];
    const model::Barrier& point = d_context.kernel.barriers[value.index];
    const std::vector<Term> instance(application->operands.begin(), application->operands.end() - 1);
    const Term place = application->operands.back();
    const Term comes = item.reach(point.block, result.environment);
    const bool is_of_lower = value.literal == model::kSumOfLowerPlaces;
    is_equal(application, is_of_lower ? place : d_store.add(place, one()), instance, comes);
    rises(place, instance, item.value(point.taken.front(), result.environment), comes);
  }

  // Returns all facts, with those about each two sums; none if there are too many sums.
  std::vector<Term> facts() {
    if (d_sums.size() > kMostSums) return {};
    for (std::size_t i = 0; i < d_sums.size(); ++i) {
      const Term most = d_store.mul(d_sums[i].length, d_store.bv(d_largest, d_width));
      d_facts.push_back(d_store.implies(d_sums[i].is_known, d_store.ule(d_sums[i].value, most)));
      for (std::size_t j = 0; j < i; ++j) {
        relate(d_sums[j], d_sums[i]);
        relate(d_sums[i], d_sums[j]);
      }
    }
    return std::move(d_facts);
  }

 private:
  // The sum of the first `length` values, where `is_known` holds. `instance`: which time it is.
  struct Sum {
    Term length, value, is_known;
    std::vector<Term> instance;
  };

  Term one() const { return d_store.bv(1, kWide); }
  Term count_of(const PrefixSum& sum) const {
    if (sum.each == 0) return d_store.bv(sum.count, kWide);
    return d_store.mul(d_store.zext(d_context.launch.local_size(0), kWide), d_store.bv(sum.each, kWide));
  }

  // Returns the number of the element at the address, and whether one begins there.
  std::pair<Term, Term> element_at(Term address, std::uint64_t origin, std::uint32_t bytes) const {
    const unsigned width = address.width();
    const Term offset = d_store.sub(address, d_store.bv(origin, width));
    const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
    const Term element = d_store.zext(d_store.lshr(offset, d_store.bv(shift, width)), kWide);
    if (shift == 0) return {element, d_store.true_()};
    return {element, d_store.eq(d_store.extract(offset, 0, shift), d_store.bv(0, shift))};
  }

  Term sum_of(Term length, const std::vector<Term>& instance, Term is_known) {
    const Term narrow = d_width < kWide ? d_store.trunc(length, d_width) : d_store.zext(length, d_width);
    std::vector<Term> arguments(instance);
    arguments.push_back(narrow);
    const Term value = d_store.apply(d_name, arguments, d_width);
    const auto same = [&](const Sum& sum) { return sum.value == value; };
    if (const auto found = std::ranges::find_if(d_sums, same); found != d_sums.end())
      found->is_known = d_store.or_(found->is_known, is_known);
    else
      d_sums.push_back({narrow, value, is_known, instance});
    return value;
  }

  // Adds that the term is the sum of the first `length` values.
  void is_equal(Term found, Term length, const std::vector<Term>& instance, Term where) {
    if (where.is_false()) return;
    const Term sum = sum_of(length, instance, where);
    const unsigned width = std::max(found.width(), d_width);
    const Term equal = d_store.eq(d_store.zext(found, width), d_store.zext(sum, width));
    d_facts.push_back(d_store.implies(where, equal));
  }

  // Adds that this value follows the first `before` ones.
  void rises(Term before, const std::vector<Term>& instance, Term by, Term where) {
    if (where.is_false() || !is_exact(d_context, by) || !is_exact(d_context, where)) return;
    const Term sum = sum_of(before, instance, where);
    const Term next = sum_of(d_store.add(before, one()), instance, where);
    const unsigned width = std::max(by.width(), d_width);
    const Term both = d_store.add(d_store.zext(sum, width), d_store.zext(by, width));
    d_facts.push_back(d_store.implies(where, d_store.eq(d_store.zext(next, width), both)));
  }

  // Adds that the one sum is at most the other, and not by more than the largest values make.
  void relate(const Sum& less, const Sum& more) {
    std::vector<Term> when{less.is_known, more.is_known, d_store.ule(less.length, more.length)};
    for (std::size_t i = 0; i < less.instance.size(); ++i)
      when.push_back(d_store.eq(less.instance[i], more.instance[i]));
    const Term condition = d_store.and_(when);
    if (condition.is_false()) return;
    const Term most = d_store.mul(d_store.sub(more.length, less.length), d_store.bv(d_largest, d_width));
    const Term is_within = d_store.and_(d_store.ule(less.value, more.value),
                                        d_store.ule(d_store.sub(more.value, less.value), most));
    d_facts.push_back(d_store.implies(condition, is_within));
  }

  const Context& d_context;
  smt::TermStore& d_store;
  std::string d_name;
  Bits d_largest;
  unsigned d_width;  // of lengths and sums, so that nothing wraps
  std::vector<Sum> d_sums;
  std::vector<Term> d_facts;
};

PrefixSums::PrefixSums(const Context& context) : d_context(context), d_store(context.store) {}

// Finds reads that a barrier separates from everything that the work-item itself has stored there.
void PrefixSums::find_reads() {
  const model::KernelModel& kernel = d_context.kernel;
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const Site& site = kernel.sites[id];
    if (site.kind != model::AccessKind::Read || site.observes || site.non_temporal ||
        site.arrays.size() != 1 || site.bytes != site.component_bytes || !std::has_single_bit(site.bytes) ||
        site.bytes > kWide / kBitsInByte || !d_context.stable.is_stable(id) ||
        kernel.arrays[site.arrays[0]].memory != model::Memory::Local)
      continue;
    model::LoopId loop = kernel.blocks[site.block].loop;
    while (loop != kNone && !d_context.stable.counts(loop, id)) loop = kernel.loops[loop].parent;
    if (loop != kNone) continue;
    const std::uint32_t region = d_context.regions.placement(site.arrays[0]).region;
    if (region == kNone || !d_context.regions.is_written(region)) continue;
    d_reads.emplace(".interval." + std::to_string(region) + "." +
                        std::to_string(d_context.stable.interval(id)) + "." + std::to_string(site.bytes),
                    id);
  }
}

const PrefixSums::Known* PrefixSums::known(SiteId read, Evaluator& any) {
  const auto [entry, is_new] = d_known.try_emplace(read);
  std::optional<Known>& result = entry->second;
  if (!is_new) return result ? &*result : nullptr;
  std::optional<PrefixSum> sum = d_sums_of(read);
  if (!sum) return nullptr;
  Known found{std::move(*sum), {}, {}};
  for (const SiteId input : found.sum.inputs) {
    const Site& site = d_context.kernel.sites[input];
    const Term stored = any.value(site.written.front(), kOutside);
    found.values.largest = std::max(found.values.largest, d_store.unsigned_range(stored).high);
    found.name += (found.name.empty() ? "" : ".") + std::to_string(input);
  }
  found.values.most = most_values(d_context, found.sum);
  if (found.values.may_wrap(d_context.kernel.sites[read].bytes * kBitsInByte)) return nullptr;
  result = std::move(found);
  return &*result;
}

// Sums that wrap rise no more.
bool PrefixSums::Values::may_wrap(unsigned width) const {
  return most == 0 || most > kMostValues || largest > ((Bits{1} << width) - 1) / most;
}

void PrefixSums::keep_in_mind(SiteId read, const PrefixSum& sum) {
  const auto line = [&](model::LocationId location) {
    return location == kNone ? std::string("?") : std::to_string(d_context.kernel.locations[location].line);
  };
  const Site& site = d_context.kernel.sites[read];
  std::string lines;
  for (const SiteId input : sum.inputs)
    lines += (lines.empty() ? " " : ", ") + line(d_context.kernel.sites[input].location);
  const char* const stores = sum.inputs.size() == 1 ? "line" : "lines";
  const char* const store = sum.inputs.size() == 1 ? " stores" : " store";
  d_used.insert("what line " + line(site.location) + " reads of `" +
                d_context.kernel.arrays[site.arrays[0]].name + "` are prefix sums of what " + stores + lines +
                store + ", shown for " + sum.sizes);
}

void PrefixSums::add_reads(const std::vector<Term>& applications,
                           std::initializer_list<Evaluator*> evaluators, std::vector<Term>& into) {
  if (!d_sums_of) return;
  if (!std::exchange(d_has_reads, true)) find_reads();
  if (d_reads.empty()) return;
  std::map<std::string, OfGroup> groups;  // by the group and the values that are summed
  for (const Term application : applications) {
    if (application->operands.size() != 1) continue;
    const std::string name(application->name);
    for (Evaluator* item : evaluators) {
      const std::string& group = item->item().group_tag;
      if (!name.starts_with(group + ".interval.")) continue;
      const auto read = d_reads.find(name.substr(group.size()));
      const Known* sum = read == d_reads.end() ? nullptr : known(read->second, *item);
      if (sum == nullptr) break;
      const Site& site = d_context.kernel.sites[read->second];
      const std::string key = "sum." + group + "." + sum->name;
      const auto [of, is_new] = groups.try_emplace(key, d_context, key, sum->values);
      if (is_new)
        for (Evaluator* own : evaluators)
          if (own->item().group_tag == group) of->second.add_own(*own, sum->sum);
      of->second.add_read(application, sum->sum, d_context.regions.placement(site.arrays[0]).origin,
                          site.bytes);
      keep_in_mind(read->second, sum->sum);
      break;
    }
  }
  for (auto& [name, group] : groups) std::ranges::move(group.facts(), std::back_inserter(into));
}

void PrefixSums::add_places(const std::vector<Term>& applications,
                            std::initializer_list<Evaluator*> evaluators, std::vector<Term>& into) {
  std::map<std::string, std::vector<std::pair<Term, Evaluator*>>> results;  // by the function
  for (const Term application : applications)
    for (Evaluator* item : evaluators)
      if (item->scanned(application) != nullptr)
        results[std::string(application->name)].emplace_back(application, item);
  for (const auto& [name, of] : results) {
    Values values;
    values.most = 1;
    for (unsigned d = 0; d < 3; ++d)
      values.most *= d_store.unsigned_range(d_context.launch.local_size(d)).high;
    for (const auto& [application, item] : of) {
      const Evaluator::Scanned& result = *item->scanned(application);
      const model::Barrier& point = d_context.kernel.barriers[d_context.kernel.values[result.value].index];
      const Term passed = item->value(point.taken.front(), result.environment);
      values.largest = std::max(values.largest, d_store.unsigned_range(passed).high);
    }
    if (values.may_wrap(of.front().first.width())) continue;
    OfGroup group(d_context, "sum." + name, values);
    for (const auto& [application, item] : of) group.add_place(application, *item);
    std::ranges::move(group.facts(), std::back_inserter(into));
  }
}

std::vector<Term> PrefixSums::facts(const std::vector<Term>& question,
                                    std::initializer_list<Evaluator*> evaluators) {
  std::vector<Term> applications, result;
  std::unordered_set<Term> seen;
  for (const Evaluator* item : evaluators)
    if (!is_arbitrary(d_context, item->item())) return {};
  for (const Term conjunct : question)
    for (const Term application : d_store.applications(conjunct))
      if (seen.insert(application).second) applications.push_back(application);
  add_reads(applications, evaluators, result);
  add_places(applications, evaluators, result);
  return result;
}

}  // namespace launchproof::access
