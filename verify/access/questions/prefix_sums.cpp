#include "verify/access/questions/prefix_sums.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace launchproof::access {

using model::kNone;
using model::Site;
using model::SiteId;
using smt::Bits;
using smt::Term;

namespace {

constexpr unsigned kWide = 64;
constexpr unsigned kByteBits = 8;
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

bool is_undefined(const Context& context, Term term) {
  const auto undefined = [&](Term part) {
    const symbolic::Unknown* unknown = context.unknowns.value(part);
    return unknown != nullptr && unknown->cause == verdict::Cause::UndefinedValue;
  };
  return std::ranges::any_of(context.store.variables(term), undefined) ||
         std::ranges::any_of(context.store.applications(term), undefined);
}

}  // namespace

// Collects the sums of one group that a question mentions, and relates each two of them.
class PrefixSums::OfGroup {
 public:
  OfGroup(const Context& context, const Known& known, const std::string& group)
      : d_context(context),
        d_store(context.store),
        d_known(known),
        d_name("sum." + group + "." + known.name),
        d_count(count()),
        d_width(2 + std::max(bits_of(most()), bits_of(greatest()))) {
    add(d_store.bv(0, kWide), d_store.true_());
    d_facts.push_back(d_store.eq(d_sums.front().value, d_store.bv(0, d_width)));
  }

  // Adds what the read of the application finds. `origin`: the place of the array in its region.
  void add_read(Term application, const PrefixSum& sum, std::uint64_t origin, std::uint32_t bytes) {
    const auto [element, begins] = element_at(application->operands[0], origin, bytes);
    for (const SumsInArray& part : sum.sums) {
      const Term low = d_store.bv(part.low, kWide);
      const Term last = sum.each == 0 ? d_store.bv(part.high, kWide) : d_store.sub(d_count, one());
      const Term is_there = d_store.and_(
          std::array<Term, 3>{begins, d_store.ule(low, element), d_store.ule(element, last)});
      if (is_there.is_false()) continue;
      const Term length =
          d_store.sub(element, d_store.bv(static_cast<std::uint64_t>(part.shift), kWide));
      const Term value = add(length, is_there);
      const unsigned width = std::max(application.width(), d_width);
      d_facts.push_back(d_store.implies(
          is_there, d_store.eq(d_store.zext(application, width), d_store.zext(value, width))));
    }
  }

  // Adds what the work-item itself has stored.
  void add_own(Evaluator& item) {
    for (const SiteId input : d_known.sum.inputs) {
      const Site& site = d_context.kernel.sites[input];
      const Term stored = item.value(site.written.front(), kOutside);
      if (is_undefined(d_context, stored)) continue;
      const std::uint64_t origin = d_context.regions.placement(site.arrays[0]).origin;
      const auto [element, begins] = element_at(item.address(input, kOutside), origin, site.bytes);
      const Term before = d_store.sub(element, d_store.bv(d_known.sum.first, kWide));
      const Term is_summed = d_store.and_(std::array<Term, 3>{begins, item.reach(site.block, kOutside),
                                                              d_store.ult(before, d_count)});
      if (is_summed.is_false()) continue;
      const Term sum = add(before, is_summed);
      const Term next = add(d_store.add(before, one()), is_summed);
      const unsigned width = std::max(stored.width(), d_width);
      const Term rises = d_store.eq(d_store.zext(next, width),
                                    d_store.add(d_store.zext(sum, width), d_store.zext(stored, width)));
      d_facts.push_back(d_store.implies(is_summed, rises));
    }
  }

  // Returns all facts, with those about each two sums.
  std::vector<Term> facts() {
    for (std::size_t i = 0; i < d_sums.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        relate(d_sums[j], d_sums[i]);
        relate(d_sums[i], d_sums[j]);
      }
    return std::move(d_facts);
  }

  bool is_too_large() const { return d_sums.size() > kMostSums; }

 private:
  // The sum of the first `length` values, where `is_known` holds.
  struct Sum {
    Term length, value, is_known;
  };

  Bits most() const { return most_values(d_context, d_known.sum); }
  Bits greatest() const { return most() * d_known.largest; }
  Term one() const { return d_store.bv(1, kWide); }
  Term count() const {
    if (d_known.sum.each == 0) return d_store.bv(d_known.sum.count, kWide);
    const Term size = d_store.zext(d_context.launch.local_size(0), kWide);
    return d_store.mul(size, d_store.bv(d_known.sum.each, kWide));
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

  Term add(Term length, Term is_known) {
    const Term narrow = d_width < kWide ? d_store.trunc(length, d_width) : d_store.zext(length, d_width);
    const std::vector<Term> arguments{narrow};
    const Term value = d_store.apply(d_name, arguments, d_width);
    const auto same = [&](const Sum& sum) { return sum.value == value; };
    if (const auto found = std::ranges::find_if(d_sums, same); found != d_sums.end())
      found->is_known = d_store.or_(found->is_known, is_known);
    else
      d_sums.push_back({narrow, value, is_known});
    return value;
  }

  // Adds that the one sum is at most the other, and not by more than the largest values make.
  void relate(const Sum& less, const Sum& more) {
    const std::vector<Term> when{less.is_known, more.is_known, d_store.ule(less.length, more.length)};
    const Term condition = d_store.and_(when);
    if (condition.is_false()) return;
    const Term most = d_store.mul(d_store.sub(more.length, less.length), d_store.bv(d_known.largest, d_width));
    const Term rises = d_store.and_(d_store.ule(less.value, more.value),
                                    d_store.ule(d_store.sub(more.value, less.value), most));
    d_facts.push_back(d_store.implies(condition, rises));
  }

  const Context& d_context;
  smt::TermStore& d_store;
  const Known& d_known;
  std::string d_name;
  Term d_count;  // number of values
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
        site.bytes > kWide / kByteBits || !d_context.stable.is_stable(id) ||
        kernel.arrays[site.arrays[0]].memory != model::Memory::Local)
      continue;
    model::LoopId loop = kernel.blocks[site.block].loop;
    while (loop != kNone && !d_context.stable.counts(loop, id)) loop = kernel.loops[loop].parent;
    if (loop != kNone) continue;
    const std::uint32_t region = d_context.regions.placement(site.arrays[0]).region;
    if (region == kNone || !d_context.regions.is_written(region)) continue;
    d_reads.emplace(".interval." + std::to_string(region) + "." + std::to_string(d_context.stable.interval(id)) +
                        "." + std::to_string(site.bytes),
                    id);
  }
}

const PrefixSums::Known* PrefixSums::known(SiteId read, Evaluator& any) {
  const auto [entry, is_new] = d_known.try_emplace(read);
  std::optional<Known>& result = entry->second;
  if (!is_new) return result ? &*result : nullptr;
  std::optional<PrefixSum> sum = d_sums_of(read);
  if (!sum) return nullptr;
  Known found{std::move(*sum), 0, {}};
  const unsigned width = d_context.kernel.sites[read].bytes * kByteBits;
  for (const SiteId input : found.sum.inputs) {
    const Site& site = d_context.kernel.sites[input];
    const Term stored = any.value(site.written.front(), kOutside);
    found.largest = std::max(found.largest, d_store.unsigned_range(stored).high);
    found.name += (found.name.empty() ? "" : ".") + std::to_string(input);
  }
  // Sums that wrap rise no more.
  const Bits most = most_values(d_context, found.sum);
  if (most == 0 || most > kMostValues || found.largest > ((Bits{1} << width) - 1) / most) return nullptr;
  result = std::move(found);
  return &*result;
}

void PrefixSums::keep_in_mind(SiteId read, const PrefixSum& sum) {
  const auto line = [&](model::LocationId location) {
    return location == kNone ? std::string("?") : std::to_string(d_context.kernel.locations[location].line);
  };
  const Site& site = d_context.kernel.sites[read];
  std::string lines;
  for (const SiteId input : sum.inputs)
    lines += (lines.empty() ? "" : ", ") + line(d_context.kernel.sites[input].location);
  d_used.insert("`" + d_context.kernel.arrays[site.arrays[0]].name + "` holds in line " + line(site.location) +
                " the prefix sums of what line " + lines + " stores, which was shown for " + sum.sizes);
}

std::vector<Term> PrefixSums::facts(const std::vector<Term>& question,
                                    std::initializer_list<Evaluator*> evaluators) {
  if (!d_sums_of || evaluators.size() == 0) return {};
  if (!std::exchange(d_has_reads, true)) find_reads();
  if (d_reads.empty()) return {};
  std::map<std::string, OfGroup> groups;  // by the group and the values that are summed
  std::unordered_set<Term> seen;
  for (const Term conjunct : question)
    for (const Term application : d_store.applications(conjunct)) {
      if (application->operands.size() != 1 || !seen.insert(application).second) continue;
      const std::string name(application->name);
      for (Evaluator* item : evaluators) {
        const std::string& group = item->item().group_tag;
        if (!name.starts_with(group + ".interval.")) continue;
        const auto read = d_reads.find(name.substr(group.size()));
        if (read == d_reads.end()) break;
        const Known* sum = known(read->second, *item);
        if (sum == nullptr) break;
        const Site& site = d_context.kernel.sites[read->second];
        const auto [of, is_new] =
            groups.try_emplace(group + "." + sum->name, d_context, *sum, group);
        if (is_new)
          for (Evaluator* own : evaluators)
            if (own->item().group_tag == group) of->second.add_own(*own);
        of->second.add_read(application, sum->sum, d_context.regions.placement(site.arrays[0]).origin,
                            site.bytes);
        keep_in_mind(read->second, sum->sum);
        break;
      }
    }
  std::vector<Term> result;
  for (auto& [name, group] : groups) {
    if (group.is_too_large()) continue;
    const std::vector<Term> facts = group.facts();
    result.insert(result.end(), facts.begin(), facts.end());
  }
  return result;
}

}  // namespace launchproof::access
