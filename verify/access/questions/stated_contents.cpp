#include "verify/access/questions/stated_contents.h"

#include <algorithm>
#include <bit>

#include "verify/access/questions/recorded_contents.h"
#include "verify/model/element_types.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::access {

using model::ElementOrder;
using smt::Term;

namespace {

constexpr unsigned kBitsOfByte = 8;

// Each order combined with distinctness has its own name, so that its facts express everything that follows
// from both.
ElementOrder whole_order(const model::ContentsProperties& properties) {
  const bool is_strict = properties.distinct && properties.order == ElementOrder::NonDecreasing;
  return is_strict ? ElementOrder::Increasing : properties.order;
}

}  // namespace

StatedContents::StatedContents(const Context& context) : d_context(context), d_store(context.store) {
  for (model::ArrayId id = 1; id < context.kernel.arrays.size(); ++id) {
    const std::uint32_t parameter = context.kernel.arrays[id].parameter;
    const std::uint32_t region = context.regions.placement(id).region;
    if (parameter == model::kNone || parameter >= context.facts.arguments.size() || region == model::kNone)
      continue;
    const auto* buffer = std::get_if<model::BufferArgument>(&context.facts.arguments[parameter]);
    if (buffer == nullptr || !buffer->properties.any() || !buffer->bytes || buffer->image) continue;
    const model::ContentsProperties& properties = buffer->properties;
    const std::uint64_t count = *buffer->bytes / properties.bytes;
    if (count > 0) d_regions[region].push_back({buffer->origin, count, parameter, properties});
  }
}

std::vector<StatedContents::Piece> StatedContents::pieces(Term application) const {
  const std::optional<ContentsRead> read = contents_read(application);
  const auto found = read ? d_regions.find(read->region) : d_regions.end();
  if (found == d_regions.end()) return {};
  std::vector<Piece> result;
  for (const Piece& piece : found->second)
    if (piece.properties.bytes == read->bytes && application.width() == kBitsOfByte * read->bytes)
      result.push_back(piece);
  return result;
}

bool StatedContents::knows(Term application) const {
  return !d_regions.empty() && !pieces(application).empty();
}

Term StatedContents::inside(Term read, const Piece& piece) const {
  const Term address = read->operands[0];
  const auto constant = [&](std::uint64_t value) { return d_store.bv(value, address.width()); };
  const std::uint32_t bytes = piece.properties.bytes;
  const std::uint64_t last = piece.start + (piece.count - 1) * bytes;
  std::vector<Term> conditions{d_store.ule(constant(piece.start), address),
                               d_store.ule(address, constant(last))};
  const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
  if (shift > 0)
    conditions.push_back(d_store.eq(d_store.extract(d_store.sub(address, constant(piece.start)), 0, shift),
                                    d_store.bv(0, shift)));
  return d_store.and_(conditions);
}

Term StatedContents::number(Term read, const Piece& piece) const {
  const Term address = read->operands[0];
  const Term from_start = d_store.sub(address, d_store.bv(piece.start, address.width()));
  const auto shift = static_cast<unsigned>(std::countr_zero(piece.properties.bytes));
  return d_store.lshr(from_start, d_store.bv(shift, address.width()));
}

void StatedContents::add_single(Term read, const Piece& piece, std::vector<Term>& facts) const {
  const model::ContentsProperties& properties = piece.properties;
  const auto constant = [&](std::uint64_t value) {
    return d_store.bv(smt::Bits{value} & smt::mask(read.width()), read.width());
  };
  const auto at_most = [&](Term a, Term b) {
    return properties.is_signed ? d_store.sle(a, b) : d_store.ule(a, b);
  };
  const Term low = constant(properties.low.value_or(model::least_value(properties)));
  const Term high = constant(properties.high.value_or(model::largest_value(properties)));
  std::vector<Term> parts;
  if (properties.low) parts.push_back(at_most(low, read));
  if (properties.high) parts.push_back(at_most(read, high));
  if (whole_order(properties) == ElementOrder::Increasing) {
    // There must be distinct values for the elements before and after.
    const Term place = number(read, piece);
    const unsigned wide = std::max(read.width(), place.width());
    const Term before = d_store.zext(place, wide);
    const Term behind = d_store.sub(d_store.bv(piece.count - 1, wide), before);
    parts.push_back(d_store.ule(before, d_store.zext(d_store.sub(read, low), wide)));
    parts.push_back(d_store.ule(behind, d_store.zext(d_store.sub(high, read), wide)));
  }
  if (!parts.empty()) facts.push_back(d_store.implies(inside(read, piece), d_store.and_(parts)));
}

void StatedContents::add_pair(Term x, Term y, const Piece& piece, std::vector<Term>& facts) const {
  if (x->name != y->name || x.width() != y.width()) return;
  const model::ContentsProperties& properties = piece.properties;
  const Term known = d_store.and_(inside(x, piece), inside(y, piece));
  const Term at_x = x->operands[0];
  const Term at_y = y->operands[0];
  const auto add = [&](Term condition, Term fact) {
    facts.push_back(d_store.implies(d_store.and_(known, condition), fact));
  };
  const auto at_most = [&](Term a, Term b) {
    return properties.is_signed ? d_store.sle(a, b) : d_store.ule(a, b);
  };
  const auto below = [&](Term a, Term b) {
    return properties.is_signed ? d_store.slt(a, b) : d_store.ult(a, b);
  };
  // Returns the condition that `upper`, which comes after `lower`, exceeds it by at least their distance.
  const auto rises = [&](Term lower, Term upper) {
    const Term distance = d_store.sub(number(upper, piece), number(lower, piece));
    const unsigned wide = std::max(x.width(), distance.width());
    return d_store.and_(below(lower, upper), d_store.ule(d_store.zext(distance, wide),
                                                         d_store.zext(d_store.sub(upper, lower), wide)));
  };
  switch (whole_order(properties)) {
    case ElementOrder::Any:
      break;
    case ElementOrder::NonDecreasing:
      add(d_store.ule(at_x, at_y), at_most(x, y));
      add(d_store.ule(at_y, at_x), at_most(y, x));
      break;
    case ElementOrder::Increasing:
      add(d_store.ult(at_x, at_y), rises(x, y));
      add(d_store.ult(at_y, at_x), rises(y, x));
      break;
    case ElementOrder::Equal:
      add(d_store.true_(), d_store.eq(x, y));
      break;
  }
  if (properties.distinct) add(d_store.eq(x, y), d_store.eq(at_x, at_y));
}

std::vector<Term> StatedContents::facts(const std::vector<Term>& reads) const {
  std::vector<Term> result;
  for (auto x = reads.begin(); x != reads.end(); ++x)
    for (const Piece& piece : pieces(*x)) {
      add_single(*x, piece, result);
      for (auto y = reads.begin(); y != x; ++y) add_pair(*x, *y, piece, result);
    }
  return result;
}

std::vector<Term> StatedContents::broken(const std::vector<Term>& reads, const smt::Model& model) const {
  std::vector<Term> result = facts(reads);
  std::erase_if(result, [&](Term fact) { return model.evaluate(fact) != 0; });
  return result;
}

std::string StatedContents::in_words(Term application) const {
  std::string text;
  for (const Piece& piece : pieces(application))
    text += (text.empty() ? "" : "; ") +
            model::elements_in_words(d_context.kernel.parameters[piece.parameter].name, piece.properties);
  return text;
}

}  // namespace launchproof::access
