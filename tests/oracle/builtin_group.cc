// Implements the collective functions of the work-group and of the sub-group.
#include <limits>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;
using Values = std::vector<Word>;

enum class GroupOperation : std::uint8_t { Add, Min, Max };

Word join(GroupOperation operation, ScalarType type, Word a, Word b) {
  if (type.is_float) {
    const double x = to_double(a, type.bits);
    const double y = to_double(b, type.bits);
    if (operation == GroupOperation::Add) return from_double(x + y, type.bits);
    return (operation == GroupOperation::Min) == (y < x) ? b : a;
  }
  if (operation == GroupOperation::Add) return (a + b) & mask_of(type.bits);
  const bool less = type.is_signed ? sign_extended(b, type.bits) < sign_extended(a, type.bits) : b < a;
  return (operation == GroupOperation::Min) == less ? b : a;
}

// Returns the value that an exclusive scan gives to the first work-item.
Word identity(GroupOperation operation, ScalarType type) {
  if (operation == GroupOperation::Add) return 0;
  const bool highest = operation == GroupOperation::Min;
  if (type.is_float) {
    const double infinity = std::numeric_limits<double>::infinity();
    return from_double(highest ? infinity : -infinity, type.bits);
  }
  if (!type.is_signed) return highest ? mask_of(type.bits) : 0;
  const Word top = Word{1} << (type.bits - 1U);
  return highest ? top - 1 : top;
}

bool read_operation(const std::string& name, GroupOperation& operation) {
  if (name.ends_with("_add"))
    operation = GroupOperation::Add;
  else if (name.ends_with("_min"))
    operation = GroupOperation::Min;
  else if (name.ends_with("_max"))
    operation = GroupOperation::Max;
  else
    return false;
  return true;
}

void fill(Values& values, Word with) {
  values.assign(values.size(), with);
}

Handler make_vote(bool all, bool sub_group) {
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.value = *arguments[0];
    call.sub_group = sub_group;
    call.combine = [all](Values& values, const std::array<std::uint64_t, 3>&) {
      bool holds = all;
      for (const Word value : values) holds = all ? holds && value != 0 : holds || value != 0;
      fill(values, holds ? 1 : 0);
    };
    item.together(std::move(call), result);
  };
}

Handler make_broadcast(const Signature& signature) {
  const std::size_t ids = signature.parameters.size() - 1;
  const bool sub_group = signature.name.starts_with("sub_");
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.value = *arguments[0];
    call.sub_group = sub_group;
    for (std::size_t i = 1; i <= ids; ++i) call.same.push_back(*arguments[i]);
    call.combine = [from = call.same](Values& values, const std::array<std::uint64_t, 3>& size) {
      std::uint64_t place = 0;
      for (std::size_t d = from.size(); d-- > 0;) {
        if (from[d] >= size[d]) throw CannotJudge{"a broadcast from a work-item that does not exist"};
        place = place * size[d] + from[d];
      }
      fill(values, values[place]);
    };
    item.together(std::move(call), result);
  };
}

Handler make_reduction(const Signature& signature, GroupOperation operation) {
  const ScalarType type = signature.parameters[0].scalar;
  const bool scan = signature.name.find("_scan_") != std::string::npos;
  const bool exclusive = signature.name.find("_exclusive_") != std::string::npos;
  const bool sub_group = signature.name.starts_with("sub_");
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.value = *arguments[0];
    call.sub_group = sub_group;
    call.combine = [=](Values& values, const std::array<std::uint64_t, 3>&) {
      Word sum = identity(operation, type);
      for (Word& value : values) {
        const Word before = sum;
        sum = join(operation, type, sum, value);
        if (scan) value = exclusive ? before : sum;
      }
      if (!scan) fill(values, sum);
    };
    item.together(std::move(call), result);
  };
}

}  // namespace

Handler find_group_builtin(const Signature& signature) {
  const bool sub_group = signature.name.starts_with("sub_group_");
  if ((!sub_group && !signature.name.starts_with("work_group_")) || signature.parameters.empty() ||
      !signature.parameters[0].known || signature.result_lanes != 1)
    return {};
  const std::string name = signature.name.substr(signature.name.find("group_") + 6);
  if (name == "all") return make_vote(true, sub_group);
  if (name == "any") return make_vote(false, sub_group);
  if (name == "broadcast") return make_broadcast(signature);
  GroupOperation operation = GroupOperation::Add;
  const bool known = name.starts_with("reduce_") || name.starts_with("scan_");
  return known && read_operation(name, operation) ? make_reduction(signature, operation) : Handler{};
}

}  // namespace launchproof::oracle
