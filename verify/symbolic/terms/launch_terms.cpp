#include "verify/symbolic/terms/launch_terms.h"

#include <algorithm>
#include <limits>

#include "verify/smt/terms/bits.h"

namespace launchproof::symbolic {

using model::LaunchFacts;
using smt::Bits;
using smt::Term;

namespace {

constexpr unsigned kByteBits = 8;

bool divides(const LaunchFacts& facts, unsigned dimension) {
  return facts.local_size[dimension] != 0 && facts.global_size[dimension] % facts.local_size[dimension] == 0;
}

}  // namespace

bool has_groups_of_one(const LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    if (facts.open.local[d] != 0 || facts.local_size[d] != 1) return false;
  return true;
}

std::uint64_t group_count(const LaunchFacts& facts, unsigned dimension) {
  const std::uint64_t local = facts.local_size[dimension];
  if (local == 0) return 0;
  return facts.global_size[dimension] / local + (facts.global_size[dimension] % local == 0 ? 0 : 1);
}

std::string shape_key(const LaunchFacts& facts) {
  std::string key = std::to_string(facts.work_dim);
  const auto add = [&](char tag, std::uint64_t number) { key += ' ' + (tag + std::to_string(number)); };
  for (unsigned d = 0; d < 3; ++d) {
    add('l', facts.local_size[d]);
    if (!divides(facts, d)) add('g', facts.global_size[d]);
  }
  add('w', facts.sub_groups.size);
  add('m', static_cast<std::uint64_t>(facts.sub_groups.mapping));
  add('f', static_cast<std::uint64_t>(facts.sub_groups.source));
  add('c', facts.is_cooperative ? 1 + static_cast<std::uint64_t>(*facts.is_cooperative) : 0);
  std::map<std::uint64_t, std::uint64_t> objects;
  for (const model::Argument& argument : facts.arguments) {
    add('a', argument.index());
    if (const auto* value = std::get_if<model::ValueArgument>(&argument)) add('v', value->bytes.size());
    if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
      add('o', objects.try_emplace(buffer->object, objects.size()).first->second);
      add('+', buffer->origin);
      add('-', buffer->before);
      add('b', buffer->bytes ? 1 : 0);
      add('m', static_cast<std::uint64_t>(buffer->access));
      if (buffer->image) {
        // Only sizes may differ between launches.
        const model::ImageShape& image = *buffer->image;
        add('i', image.over_buffer ? 1 : 0);
        add('p', image.pixel_pitch);
        add('r', image.row_pitch);
        add('s', image.slice_pitch);
        add('f', image.format ? (std::uint64_t{image.format->order} << 32U) + image.format->type : 0);
      }
    }
  }
  return key;
}

const model::ImageShape* image_of(const LaunchFacts& launch, std::uint32_t parameter) {
  if (parameter >= launch.arguments.size()) return nullptr;
  const auto* buffer = std::get_if<model::BufferArgument>(&launch.arguments[parameter]);
  return buffer != nullptr && buffer->image ? &*buffer->image : nullptr;
}

bool alike(const LaunchFacts& a, const LaunchFacts& b) {
  return shape_key(a) == shape_key(b);
}

std::optional<Bits> value_of(const Fact& fact, const LaunchFacts& launch) {
  if (fact.kind == FactKind::Groups) return group_count(launch, fact.index);
  if (fact.kind == FactKind::Offset) return launch.global_offset[fact.index];
  if (fact.index >= launch.arguments.size()) return std::nullopt;
  const model::Argument& argument = launch.arguments[fact.index];
  if (fact.kind == FactKind::BufferBytes) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    if (buffer == nullptr || !buffer->bytes) return std::nullopt;
    return *buffer->bytes;
  }
  if (fact.kind == FactKind::LocalBytes) {
    const auto* local = std::get_if<model::LocalArgument>(&argument);
    return local == nullptr ? std::nullopt : std::optional<Bits>(local->bytes);
  }
  if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
    const auto field = buffer->image ? buffer->image->field(fact.byte) : std::nullopt;
    return field ? std::optional<Bits>(*field) : std::nullopt;
  }
  const auto* given = std::get_if<model::ValueArgument>(&argument);
  const std::size_t bytes = fact.width / kByteBits;
  if (given == nullptr || fact.byte + bytes > given->bytes.size()) return std::nullopt;
  Bits bits = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    bits |= static_cast<Bits>(given->bytes[fact.byte + i]) << (kByteBits * i);
  return bits;
}

LaunchTerms::LaunchTerms(smt::TermStore& store, const model::KernelModel& kernel, const LaunchFacts& facts)
    : d_store(store), d_kernel(kernel), d_first(facts) {}

LaunchTerms::LaunchTerms(smt::TermStore& store, const model::KernelModel& kernel, const Family& family,
                         std::set<Fact> pinned, bool pin_equal)
    : d_store(store),
      d_kernel(kernel),
      d_first(*family.front()),
      d_family(&family),
      d_pinned(std::move(pinned)),
      d_pin_equal(pin_equal) {}

bool LaunchTerms::is_constant(const Fact& fact, const std::vector<Bits>& values) const {
  const bool of_launch = fact.kind == FactKind::Groups || fact.kind == FactKind::Offset;
  if (of_launch && fact.index >= d_first.work_dim) return true;  // 1 and 0 in every launch of that dimension
  if (fact.kind == FactKind::Groups && !divides(d_first, fact.index)) return true;
  // Launches that are alike have pixels at the same places and in the same formats.
  if (fact.kind == FactKind::Value && image_of(d_first, fact.index) != nullptr &&
      fact.byte > static_cast<std::uint64_t>(model::ImageField::ArraySize))
    return true;
  const bool equal =
      std::all_of(values.begin(), values.end(), [&](Bits value) { return value == values.front(); });
  return equal && (d_pin_equal || d_pinned.contains(fact));
}

Term LaunchTerms::term(const Fact& fact, const std::string& name) {
  const auto known = d_terms.find(fact);
  if (known != d_terms.end()) return known->second;
  std::vector<Bits> values;
  if (d_family != nullptr) {
    values.reserve(d_family->size());
    for (const LaunchFacts* launch : *d_family) values.push_back(*value_of(fact, *launch));
  }
  Term result;
  if (d_family == nullptr || is_constant(fact, values)) {
    result = d_store.bv(*value_of(fact, d_first), fact.width);
    d_constants.push_back(fact);
  } else {
    result = d_store.bv_var("launch." + name, fact.width);
    d_index.emplace(result, d_variables.size());
    d_variables.push_back({fact, result, std::move(values)});
  }
  d_terms.emplace(fact, result);
  return result;
}

Term LaunchTerms::open_size(const std::string& name) {
  return d_store.zext(d_store.bv_var("launch." + name, model::kOpenSizeBits), d_kernel.address_bits);
}

Term LaunchTerms::local_size(unsigned dimension) {
  if (const std::uint32_t symbol = d_first.open.local[dimension]; symbol != 0)
    return open_size("any." + std::to_string(symbol));
  return d_store.bv(d_first.local_size[dimension], d_kernel.address_bits);
}

std::vector<Term> LaunchTerms::size_constraints() {
  std::vector<Term> result;
  for (unsigned d = 0; d < 3; ++d) {
    const model::OpenSizes& open = d_first.open;
    if (open.local[d] == 0 && open.groups[d] == 0) continue;
    const Term all = global_size(d);
    result.push_back(d_store.ule(d_store.bv(1, all.width()), local_size(d)));
    result.push_back(d_store.ule(d_store.bv(1, all.width()), groups(d)));
    result.push_back(d_store.ule(local_size(d), all));
    result.push_back(d_store.ule(groups(d), all));
    result.push_back(d_store.ule(all, d_store.bv(smt::mask(model::kOpenSizeBits), all.width())));
  }
  return result;
}

std::vector<Term> LaunchTerms::size_products() {
  std::vector<Term> result;
  for (unsigned d = 0; d < 3; ++d)
    if (has_open_local_size(d))
      result.push_back(d_store.eq(global_size(d), d_store.mul(groups(d), local_size(d))));
  return result;
}

Term LaunchTerms::groups(unsigned dimension) {
  if (const std::uint32_t symbol = d_first.open.groups[dimension]; symbol != 0)
    return open_size("any." + std::to_string(symbol));
  return term({FactKind::Groups, dimension, 0, d_kernel.address_bits}, "groups." + std::to_string(dimension));
}

Term LaunchTerms::offset(unsigned dimension) {
  return term({FactKind::Offset, dimension, 0, d_kernel.address_bits}, "offset." + std::to_string(dimension));
}

Term LaunchTerms::global_size(unsigned dimension) {
  const Term all = groups(dimension);
  // The product of two variables gets a name. size_products() adds facts about it.
  if (has_open_local_size(dimension) && d_first.open.global[dimension])
    return all.is_constant() ? d_store.mul(all, local_size(dimension))
                             : open_size("all." + std::to_string(dimension));
  if (all.is_constant() || has_open_local_size(dimension))
    return d_store.bv(d_first.global_size[dimension], d_kernel.address_bits);
  return d_store.mul(all, d_store.bv(d_first.local_size[dimension], d_kernel.address_bits));
}

std::optional<Term> LaunchTerms::array_bytes(model::ArrayId array) {
  const model::Array& known = d_kernel.arrays[array];
  const unsigned width = d_kernel.address_bits;
  const std::string name = "bytes." + std::to_string(known.parameter);
  if (known.parameter != model::kNone) {
    if (const model::FreeFact* free = free_fact(model::QuantityKind::Bytes, known.parameter))
      return free_variable(free->quantity);
    for (const FactKind kind : {FactKind::BufferBytes, FactKind::LocalBytes}) {
      const Fact fact{kind, known.parameter, 0, width};
      if (value_of(fact, d_first)) return term(fact, name);
    }
  }
  if (known.bytes) return d_store.bv(*known.bytes, width);
  return std::nullopt;
}

std::optional<Term> LaunchTerms::value(std::uint32_t parameter, std::uint64_t byte, unsigned width) {
  if (const auto free = free_value(parameter)) {
    const std::uint64_t low = kByteBits * byte;
    if (low + width > free->width()) return std::nullopt;
    const Term bits = d_store.extract(*free, static_cast<unsigned>(low), width);
    return width == 1 ? d_store.eq(bits, d_store.bv(1, 1)) : bits;
  }
  if (const model::ImageShape* image = image_of(d_first, parameter)) byte = image->origin_of(byte);
  const Fact fact{FactKind::Value, parameter, byte, (width + kByteBits - 1) / kByteBits * kByteBits};
  if (!value_of(fact, d_first)) return std::nullopt;
  const Term bits = term(fact, "value." + std::to_string(parameter) + "." + std::to_string(byte));
  if (width == 1) return d_store.eq(d_store.extract(bits, 0, 1), d_store.bv(1, 1));
  return d_store.trunc(bits, width);
}

std::uint64_t LaunchTerms::most_groups(unsigned dimension) {
  const Term all = groups(dimension);
  return all.is_constant() ? static_cast<std::uint64_t>(all->value)
                           : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t LaunchTerms::largest_groups(unsigned dimension) const {
  std::uint64_t largest = group_count(d_first, dimension);
  if (d_family != nullptr)
    for (const LaunchFacts* launch : *d_family) largest = std::max(largest, group_count(*launch, dimension));
  return largest;
}

std::optional<std::size_t> LaunchTerms::variable(Term term) const {
  const auto found = d_index.find(term);
  return found == d_index.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace launchproof::symbolic
