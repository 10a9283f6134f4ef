#include "tests/oracle/ptx/frame.h"

#include <algorithm>

#include "tests/oracle/errors.h"

namespace launchproof::oracle::ptx {

namespace {

using Special = std::function<Word(CallingItem&)>;

Word lanes_below(CallingItem& item) {
  return (Word{1} << item.query(Query::SubGroupLocalId, 0)) - 1;
}

Special mask_register(const std::string& which) {
  const auto own = [](CallingItem& item) { return Word{1} << item.query(Query::SubGroupLocalId, 0); };
  if (which == "eq") return own;
  if (which == "lt") return lanes_below;
  if (which == "le") return [=](CallingItem& item) { return lanes_below(item) | own(item); };
  if (which == "gt") return [=](CallingItem& item) { return ~(lanes_below(item) | own(item)) & mask_of(32); };
  if (which == "ge") return [=](CallingItem& item) { return ~lanes_below(item) & mask_of(32); };
  return {};
}

Special special_register(const std::string& name) {
  static const std::map<std::string, Query> kTriples{{"%tid", Query::LocalId},
                                                     {"%ntid", Query::LocalSize},
                                                     {"%ctaid", Query::GroupId},
                                                     {"%nctaid", Query::NumGroups}};
  if (const std::size_t dot = name.find('.'); dot != std::string::npos && dot + 2 == name.size()) {
    const auto found = kTriples.find(name.substr(0, dot));
    const std::size_t dimension = std::string("xyz").find(name.back());
    if (found != kTriples.end() && dimension != std::string::npos)
      return [query = found->second, dimension](CallingItem& item) { return item.query(query, dimension); };
  }
  if (name == "%laneid") return [](CallingItem& item) { return item.query(Query::SubGroupLocalId, 0); };
  if (name == "%warpid") return [](CallingItem& item) { return item.query(Query::SubGroupId, 0); };
  if (name == "%nwarpid") return [](CallingItem& item) { return item.query(Query::SubGroupCount, 0); };
  if (name.starts_with("%lanemask_")) return mask_register(name.substr(10));
  static const std::vector<std::string> kOpen{"%clock",  "%clock64",    "%clock_hi",       "%globaltimer",
                                              "%smid",   "%nsmid",      "%globaltimer_lo", "%globaltimer_hi",
                                              "%gridid", "%nanoclock64"};
  static const std::vector<std::string> kFamilies{
      "%clusterid.",    "%nclusterid.", "%cluster_",       "%pm",          "%reserved_smem_", "%total_smem_",
      "%dynamic_smem_", "%aggr_smem_",  "%current_graph_", "%is_explicit_"};
  // The toolkit's barrier of a grid finds its workspace by these.
  if (name.starts_with("%envreg"))
    return [](CallingItem&) -> std::uint64_t {
      throw CannotJudge{"the workspace of a launch, which is not there"};
    };
  for (const std::string& family : kFamilies)
    if (name.starts_with(family)) return [](CallingItem& item) { return item.arbitrary_word(); };
  if (std::find(kOpen.begin(), kOpen.end(), name) != kOpen.end())
    return [](CallingItem& item) { return item.arbitrary_word(); };
  return {};
}

Word literal(const Statement& statement, const Operand& operand, Type type) {
  if (operand.kind == Operand::Kind::Integer) {
    // An integer is converted to a float operand by value, and to an untyped operand by its bits.
    if (type.kind == 'f')
      return from_double(static_cast<double>(static_cast<std::int64_t>(operand.number)), type.bits);
    return operand.number;
  }
  const bool single = operand.kind == Operand::Kind::Single;
  if (type.bits == 32) return single ? operand.number : from_double(as_double(operand.number), 32);
  if (type.bits == 64)
    return single ? bits_of(static_cast<double>(as_float(operand.number))) : operand.number;
  statement.refuse("a float of this width");
}

}  // namespace

SharedWindow::SharedWindow(const Module& module) : d_variables(1) {
  std::uint32_t dynamic = 0;
  for (std::uint32_t i = 0; i < module.variables.size(); ++i) {
    const Variable& variable = module.variables[i];
    if (variable.space != "shared") continue;
    if (variable.dynamic && dynamic != 0) {
      d_numbers[i] = dynamic;
      continue;
    }
    d_numbers[i] = static_cast<std::uint32_t>(d_variables.size());
    if (variable.dynamic) dynamic = d_numbers[i];
    d_variables.push_back(i);
  }
  if (d_variables.size() > 127) throw CannotJudge{"more than 126 variables in shared memory"};
}

Word SharedWindow::address_of(std::uint32_t variable) const {
  return (Word{d_numbers.at(variable)} << kPlaceBits) + kMiddle;
}

Word SharedWindow::to_generic(const Context& context, Word address) const {
  const Word number = address >> kPlaceBits;
  if (number == 0 || number >= d_variables.size())
    throw CannotJudge{"an address that is none of shared memory"};
  return context.pool[d_variables[number]] + (address & mask_of(kPlaceBits)) - kMiddle;
}

Word SharedWindow::from_generic(Context& context, Word address) const {
  for (std::uint32_t number = 1; number < d_variables.size(); ++number) {
    const Word place = address - context.pool[d_variables[number]] + kMiddle;
    if (place < Word{1} << kPlaceBits) return (Word{number} << kPlaceBits) + place;
  }
  throw CannotJudge{"an address that is none of shared memory"};
}

Frame::Frame(const Module& module, const Function& function, const SharedWindow& window)
    : d_module(module),
      d_function(function),
      d_window(window),
      d_lanes(static_cast<std::uint32_t>(function.registers.size() + function.variables.size() + 1)) {}

std::uint32_t Frame::variable_lane(std::uint32_t index) const {
  return static_cast<std::uint32_t>(d_function.registers.size()) + index;
}

std::uint32_t Frame::carry_lane() const {
  return variable_lane(static_cast<std::uint32_t>(d_function.variables.size()));
}

std::uint32_t Frame::add_lanes(std::uint32_t count) {
  d_lanes += count;
  return d_lanes - count;
}

Source Frame::source(const Statement& statement, const Operand& operand, Type type) const {
  Source source;
  source.mask = mask_of(type.bits);
  source.inverted = operand.negated;
  if (operand.negated && type.kind != 'p') statement.refuse("a negated operand");
  if (operand.minus || !operand.parts.empty()) statement.refuse("a part or a sign of a register");
  const auto offset = static_cast<Word>(operand.offset);
  switch (operand.kind) {
    case Operand::Kind::Register:
      if (d_function.registers[operand.index].bits < type.bits)
        statement.refuse("a register that is too narrow");
      source.kind = Source::Kind::Lane;
      source.index = operand.index;
      source.fixed = offset;
      return source;
    case Operand::Kind::Integer:
    case Operand::Kind::Single:
    case Operand::Kind::Double:
      source.fixed = literal(statement, operand, type);
      return source;
    case Operand::Kind::Special:
      source.kind = Source::Kind::Special;
      source.special = special_register(operand.name);
      if (!source.special) statement.refuse("the register '" + operand.name + "' is not known");
      return source;
    case Operand::Kind::Local:
      if (type.bits != 64) statement.refuse("an address of this width");
      source.kind = Source::Kind::Lane;
      source.index = variable_lane(operand.index);
      source.fixed = offset;
      return source;
    case Operand::Kind::Global:
      source.fixed = offset;
      if (d_module.variables[operand.index].space == "shared") {
        if (type.bits < 32) statement.refuse("an address of this width");
        source.fixed += d_window.address_of(operand.index);
        return source;
      }
      if (type.bits != 64) statement.refuse("an address of this width");
      source.kind = Source::Kind::Pool;
      source.index = operand.index;
      return source;
    case Operand::Kind::Name:
      statement.refuse("'" + operand.name + "' is not declared");
    default:
      statement.refuse("an operand of another form is expected");
  }
}

Sink Frame::sink(const Statement& statement, const Operand& operand, Type type) const {
  Sink sink;
  sink.type = type;
  sink.none = operand.kind == Operand::Kind::Sink;
  if (sink.none) return sink;
  if (operand.kind != Operand::Kind::Register || operand.offset != 0 || operand.minus ||
      !operand.parts.empty())
    statement.refuse("a result in no register");
  sink.lane = operand.index;
  sink.bits = d_function.registers[operand.index].bits;
  if (sink.bits < type.bits) statement.refuse("a register that is too narrow");
  return sink;
}

}  // namespace launchproof::oracle::ptx
