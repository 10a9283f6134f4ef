#include "verify/access/questions/recorded_contents.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "verify/smt/terms/bits.h"

namespace launchproof::access {

using smt::Bits;
using smt::Term;

namespace {

constexpr std::size_t kLongestPart = std::size_t{1} << 22;  // number of entries that are examined
constexpr unsigned kWidest = 64;                            // bits of an entry
constexpr Bits kLongestStride = Bits{1} << 40;              // bytes

std::optional<std::uint32_t> region_number(Term term) {
  const auto name = contents_read(term);
  return name ? std::optional(name->region) : std::nullopt;
}

std::uint64_t read(const std::vector<std::uint8_t>& bytes, std::uint64_t place, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= static_cast<std::uint64_t>(bytes[place + i]) << (8 * i);
  return value;
}

}  // namespace

std::optional<ContentsRead> contents_read(Term term) {
  constexpr std::string_view kPrefix = "contents.";
  if (term.kind() != smt::Kind::Apply || !term->name.starts_with(kPrefix)) return std::nullopt;
  if (term->operands.size() != 1 || term.width() > kWidest) return std::nullopt;
  ContentsRead result;
  const char* const begin = term->name.data() + kPrefix.size();
  const char* const stop = term->name.data() + term->name.size();
  const auto [end, error] = std::from_chars(begin, stop, result.region);
  if (error != std::errc{} || end == stop || *end != '.') return std::nullopt;
  const auto [last, wrong] = std::from_chars(end + 1, stop, result.bytes);
  if (wrong != std::errc{} || last != stop || result.bytes == 0 || 8 * result.bytes > kWidest)
    return std::nullopt;
  return result;
}

RecordedContents::RecordedContents(const Context& context) : d_context(context) {
  for (model::ArrayId id = 1; id < context.kernel.arrays.size(); ++id) {
    const std::uint32_t parameter = context.kernel.arrays[id].parameter;
    const analysis::Placement& place = context.regions.placement(id);
    if (context.kernel.arrays[id].contents && place.region != model::kNone &&
        !context.regions.is_written(place.region)) {
      Region& table = d_regions[place.region];
      table.table = id;
      table.loaded = true;
      table.pieces.push_back({place.origin, &*context.kernel.arrays[id].contents});
      continue;
    }
    if (parameter == model::kNone || parameter >= context.facts.arguments.size() ||
        place.region == model::kNone)
      continue;
    const auto* buffer = std::get_if<model::BufferArgument>(&context.facts.arguments[parameter]);
    if (buffer == nullptr || (!buffer->contents.available() && buffer->contents.reason().empty())) continue;
    d_regions[place.region].parameters.push_back(parameter);
  }
}

void RecordedContents::load(Region& region) {
  region.loaded = true;
  for (const std::uint32_t parameter : region.parameters) {
    const auto& buffer = std::get<model::BufferArgument>(d_context.facts.arguments[parameter]);
    const auto* bytes = buffer.contents.bytes();
    if (bytes == nullptr) {
      region.reason = buffer.contents.reason();
    } else if (!bytes->empty()) {
      region.pieces.push_back({buffer.origin, bytes});
    }
  }
  // Overlapping arguments must agree; otherwise nothing is known.
  for (const Piece& a : region.pieces) {
    for (const Piece& b : region.pieces) {
      const std::uint64_t begin = std::max(a.start, b.start);
      const std::uint64_t end = std::min(a.end(), b.end());
      for (std::uint64_t at = begin; at < end; ++at) {
        if ((*a.bytes)[at - a.start] == (*b.bytes)[at - b.start]) continue;
        region.pieces.clear();
        region.reason = "arguments that share memory were recorded with different contents";
        return;
      }
    }
  }
}

RecordedContents::Region* RecordedContents::region(Term application) {
  if (d_regions.empty()) return nullptr;
  const auto number = region_number(application);
  const auto found = number ? d_regions.find(*number) : d_regions.end();
  if (found == d_regions.end()) return nullptr;
  if (!found->second.loaded) load(found->second);
  return &found->second;
}

bool RecordedContents::knows(Term application) {
  const Region* const known = region(application);
  return known != nullptr && !known->pieces.empty();
}

std::optional<std::uint64_t> RecordedContents::value(Term application, Bits address) {
  const Region* const known = region(application);
  if (known == nullptr) return std::nullopt;
  const unsigned bytes = contents_read(application)->bytes;
  for (const Piece& piece : known->pieces) {
    if (address < piece.start || address >= piece.end() || piece.end() - address < bytes) continue;
    const std::uint64_t found = read(*piece.bytes, static_cast<std::uint64_t>(address) - piece.start, bytes);
    // An entry that no application can access may be too large for it.
    return found <= smt::mask(application.width()) ? std::optional(found) : std::nullopt;
  }
  return std::nullopt;
}

bool RecordedContents::agrees(Term application, const smt::Model& model) {
  if (!knows(application)) return false;
  const auto recorded = value(application, model.evaluate(application->operands[0]));
  return recorded && *recorded == model.evaluate(application);
}

std::optional<TablePart> RecordedContents::part(Term application) {
  const Region* const known = region(application);
  if (known == nullptr) return std::nullopt;
  const Term address = application->operands[0];
  const smt::TermStore::Range range = d_context.store.unsigned_range(address);
  const smt::Strided form = smt::strided(d_context.store, address);
  if (form.stride > kLongestStride) return std::nullopt;
  const auto stride = static_cast<std::uint64_t>(form.stride);
  const auto offset = static_cast<std::uint64_t>(form.offset);
  const unsigned bytes = contents_read(application)->bytes;
  for (const Piece& piece : known->pieces) {
    if (piece.bytes->size() < bytes) continue;
    TablePart result{piece.start, piece.end() - bytes, stride, offset, form.index};
    if (range.low > result.last || range.high < result.first) continue;
    result.first = std::max(result.first, static_cast<std::uint64_t>(range.low));
    result.last = static_cast<std::uint64_t>(std::min<Bits>(result.last, range.high));
    result.first += (offset + stride - result.first % stride) % stride;
    if (result.first > result.last) continue;
    result.last = result.first + (result.last - result.first) / stride * stride;
    return result;
  }
  return std::nullopt;
}

const TableShape* RecordedContents::shape(Term application, const TablePart& part) {
  if (part.count() > kLongestPart) return nullptr;
  const auto number = region_number(application);
  const std::tuple key{*number, application.width(), part.first, part.last, part.stride};
  const auto found = d_shapes.find(key);
  if (found != d_shapes.end()) return &found->second;
  std::vector<std::uint64_t> values;
  values.reserve(part.count());
  for (std::uint64_t at = part.first; at <= part.last; at += part.stride) {
    const auto entry = value(application, at);
    if (!entry) return nullptr;
    values.push_back(*entry);
  }
  const auto address = [&](std::size_t entry) { return part.first + entry * part.stride; };
  const auto exceptions = [&](auto&& is_one) {
    std::optional<std::vector<std::uint64_t>> result(std::in_place);
    for (std::size_t i = 0; i < values.size() && result; ++i) {
      if (!is_one(i)) continue;
      result->push_back(address(i));
      if (result->size() > kMostExceptions) result.reset();
    }
    return result;
  };
  std::vector<std::uint64_t> sorted(values);
  std::sort(sorted.begin(), sorted.end());
  std::set<std::uint64_t> twice;
  for (std::size_t i = 1; i < sorted.size() && twice.size() <= kMostExceptions; ++i) {
    if (sorted[i] == sorted[i - 1]) twice.insert(sorted[i]);
  }
  TableShape shape;
  std::vector<std::uint64_t> distinct;
  std::unique_copy(sorted.begin(), sorted.end(), std::back_inserter(distinct));
  if (distinct.size() <= kMostDistinct) shape.values = std::move(distinct);
  shape.low = sorted.front();
  shape.high = sorted.back();
  shape.falls = exceptions([&](std::size_t i) { return i > 0 && values[i] < values[i - 1]; });
  shape.rises = exceptions([&](std::size_t i) { return i > 0 && values[i] > values[i - 1]; });
  if (twice.size() <= kMostExceptions) {
    shape.repeated = exceptions([&](std::size_t i) { return twice.contains(values[i]); });
  }
  return &d_shapes.emplace(key, shape).first->second;
}

bool RecordedContents::is_table(Term application) {
  const Region* const known = region(application);
  return known != nullptr && known->table != model::kNone;
}

std::string RecordedContents::in_words(Term application) {
  const Region* const known = region(application);
  if (known->table != model::kNone) return "entries of `" + d_context.kernel.arrays[known->table].name + "`";
  std::string names;
  std::string origin;
  for (const std::uint32_t parameter : known->parameters) {
    const auto& buffer = std::get<model::BufferArgument>(d_context.facts.arguments[parameter]);
    names += (names.empty() ? "`" : ", `") + d_context.kernel.parameters[parameter].name + "`";
    if (origin.empty()) origin = buffer.contents.origin();
  }
  return std::string(kContentsOf) + names + " as " + origin;
}

bool RecordedContents::may_be_raced(Term application) {
  const auto number = region_number(application);
  return number && d_context.regions.is_written(*number) && !d_context.counters.count_alone(*number);
}

std::string RecordedContents::reason(Term application) {
  const Region* const known = region(application);
  return known == nullptr || !known->pieces.empty() ? std::string() : known->reason;
}

}  // namespace launchproof::access
