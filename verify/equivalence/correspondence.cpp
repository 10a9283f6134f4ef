#include "verify/equivalence/correspondence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace launchproof::equivalence {
namespace {

struct Named {
  bool is_value = false;
  bool is_written = false;
  std::optional<std::uint64_t> bytes;
  std::string type;
};

using Table = std::map<std::string, Named>;

bool is_memory(const model::Parameter& parameter) {
  return parameter.kind == model::ParameterKind::GlobalPointer ||
         parameter.kind == model::ParameterKind::ConstantPointer;
}

// Names the parameters of a side after themselves; parameters in one memory object are named after the first
// one.
void name_by_parameters(Side& side, Table& table, std::vector<std::string>& order) {
  for (SideLaunch& one : side.launches) {
    Launch& launch = one.launch;
    launch.names.assign(launch.kernel.parameters.size(), std::string());
    std::map<std::uint64_t, std::string> objects;
    for (std::uint32_t i = 0; i < launch.names.size(); ++i) {
      const model::Parameter& parameter = launch.kernel.parameters[i];
      const auto& argument = launch.facts.arguments[i];
      std::string name = parameter.name;
      if (parameter.kind == model::ParameterKind::Value) {
        launch.names[i] = name;
        if (!std::holds_alternative<model::UnknownArgument>(argument)) continue;
        if (!table.contains(name)) order.push_back(name);
        table[name].is_value = true;
        continue;
      }
      if (!is_memory(parameter) || parameter.array == model::kNone) continue;
      const auto* buffer = std::get_if<model::BufferArgument>(&argument);
      if (buffer != nullptr) name = objects.try_emplace(buffer->object, name).first->second;
      launch.names[i] = name;
      if (!table.contains(name)) order.push_back(name);
      Named& named = table[name];
      if (buffer != nullptr && buffer->bytes && buffer->origin == 0) named.bytes = buffer->bytes;
      if (named.type.empty()) named.type = launch.kernel.arrays[parameter.array].element_type;
    }
    for (const model::Site& site : launch.kernel.sites) {
      if (site.kind == model::AccessKind::Read ||
          (site.kind == model::AccessKind::Atomic && !site.atomic_writes))
        continue;
      for (const model::ArrayId id : site.arrays) {
        const std::uint32_t parameter = launch.kernel.arrays[id].parameter;
        if (parameter != model::kNone && !launch.names[parameter].empty())
          table[launch.names[parameter]].is_written = true;
      }
    }
  }
}

void rename(Side& side, const std::string& from, const std::string& to) {
  for (SideLaunch& one : side.launches)
    for (std::string& name : one.launch.names)
      if (name == from) name = to;
}

// For each memory, the arguments of the side's first launch that has it, if they begin at its start.
std::map<std::string, model::BufferArgument*> first_buffers(Side& side) {
  std::map<std::string, model::BufferArgument*> buffers;
  std::set<std::string> seen;
  for (SideLaunch& one : side.launches) {
    std::set<std::string> here;
    for (std::size_t i = 0; i < one.launch.names.size(); ++i) {
      const std::string& name = one.launch.names[i];
      auto* const buffer = std::get_if<model::BufferArgument>(&one.launch.facts.arguments[i]);
      if (name.empty() || seen.contains(name)) continue;
      here.insert(name);
      if (buffer != nullptr && buffer->origin == 0) buffers.try_emplace(name, buffer);
    }
    seen.merge(here);
  }
  return buffers;
}

}  // namespace

std::vector<std::string> share_contents(Side& left, Side& right) {
  std::vector<std::string> conflicts;
  const auto lefts = first_buffers(left);
  const auto rights = first_buffers(right);
  for (const auto& [name, buffer] : lefts) {
    const auto other = rights.find(name);
    if (other == rights.end()) continue;
    model::BufferContents& one = buffer->contents;
    model::BufferContents& two = other->second->contents;
    const bool is_known = one.bytes() != nullptr;
    if (!is_known && two.bytes() == nullptr) continue;
    if (is_known && two.bytes() != nullptr) {
      if (*one.bytes() == *two.bytes()) continue;
      one = {};
      two = {};
      conflicts.push_back(name);
      continue;
    }
    (is_known ? two : one) = is_known ? one : two;
  }
  return conflicts;
}

void name_after_parameters(Side& side) {
  Table table;
  std::vector<std::string> order;
  name_by_parameters(side, table, order);
}

Correspondence correspond(Side& left, Side& right, const std::vector<Binding>& bindings) {
  Correspondence result;
  Table lefts;
  Table rights;
  std::vector<std::string> left_order;
  std::vector<std::string> right_order;
  name_by_parameters(left, lefts, left_order);
  name_by_parameters(right, rights, right_order);
  std::vector<Binding> pairs;
  std::set<std::string> used_left;
  std::set<std::string> used_right;
  for (const auto& [a, b] : bindings) {
    const bool is_left = lefts.contains(a);
    if (!is_left && !(b.empty() && rights.contains(a))) {
      result.error = fmt::format("--bind {}={}: the left side has no parameter `{}` whose value is compared",
                                 a, b.empty() ? "none" : b, a);
      return result;
    }
    if (!b.empty() && !rights.contains(b)) {
      result.error =
          fmt::format("--bind {}={}: the right side has no parameter `{}` whose value is compared", a, b, b);
      return result;
    }
    (is_left ? used_left : used_right).insert(a);
    if (b.empty()) continue;
    used_right.insert(b);
    pairs.emplace_back(a, b);
  }
  for (const std::string& name : left_order) {
    if (used_left.contains(name) || used_right.contains(name) || !rights.contains(name)) continue;
    if (lefts[name].is_value != rights[name].is_value) continue;
    used_left.insert(name);
    used_right.insert(name);
    pairs.emplace_back(name, name);
  }
  // The remaining outputs correspond in order, separately for memory and values.
  for (const bool value : {false, true}) {
    std::vector<std::string> rest_left;
    std::vector<std::string> rest_right;
    for (const std::string& name : left_order)
      if (!used_left.contains(name) && lefts[name].is_value == value) rest_left.push_back(name);
    for (const std::string& name : right_order)
      if (!used_right.contains(name) && rights[name].is_value == value) rest_right.push_back(name);
    if (rest_left.size() != rest_right.size()) {
      for (const auto& [rest, words, table] :
           {std::tuple(&rest_left, "left", &lefts), std::tuple(&rest_right, "right", &rights)})
        for (const std::string& name : *rest)
          if ((*table)[name].is_written) {
            result.error = fmt::format(
                "`{}` is written on the {} side, and nothing on the other side corresponds to it: name what "
                "does with "
                "--bind LEFT=RIGHT, or leave it out of the comparison with --bind {}=none",
                name, words, name);
            return result;
          }
      continue;
    }
    for (std::size_t i = 0; i < rest_left.size(); ++i) {
      if (!value && lefts[rest_left[i]].type != rights[rest_right[i]].type) {
        result.error = fmt::format(
            "`{}` of {} on the left and `{}` of {} on the right stand in the same place and differ "
            "in type: say with --bind LEFT=RIGHT which parameters correspond",
            rest_left[i], lefts[rest_left[i]].type, rest_right[i], rights[rest_right[i]].type);
        return result;
      }
      pairs.emplace_back(rest_left[i], rest_right[i]);
      result.notes.push_back(fmt::format("`{}` on the left and `{}` on the right correspond by their places",
                                         rest_left[i], rest_right[i]));
    }
  }
  std::map<std::string, int> left_count;
  std::map<std::string, int> right_count;
  for (const auto& [a, b] : pairs) {
    ++left_count[a];
    ++right_count[b];
  }
  // Memory without a counterpart gets the name of its side.
  for (const std::string& name : right_order) rename(right, name, "right " + name);
  std::map<std::string, std::string> initial;  // keyed by names on the right side
  for (const auto& [a, b] : pairs) {
    const bool is_apart =
        (left_count[a] > 1 && rights[b].is_written) || (right_count[b] > 1 && lefts[a].is_written);
    if (!is_apart) initial.emplace(b, a);
  }
  for (const auto& [b, name] : initial) rename(right, "right " + b, name);
  for (const auto& [a, b] : pairs) {
    if (lefts[a].is_value) continue;
    if (!lefts[a].is_written && !rights[b].is_written) continue;
    const bool is_before_alone =
        (left_count[a] > 1 && !rights[b].is_written) || (right_count[b] > 1 && !lefts[a].is_written);
    if (is_before_alone) continue;
    const auto called = initial.find(b);
    left.outputs[a] = a;
    right.outputs[a] = called == initial.end() ? "right " + b : called->second;
    const auto& one = lefts[a].bytes;
    const auto& other = rights[b].bytes;
    if (one && other && *one != *other) {
      result.error =
          fmt::format("the sizes differ: `{}` has {} bytes on the left, and `{}` has {} on the right", a,
                      *one, b, *other);
      return result;
    }
  }
  if (left.outputs.empty())
    result.error =
        "nothing that both sides have is written by either of them; --bind LEFT=RIGHT says which buffers "
        "correspond";
  return result;
}

}  // namespace launchproof::equivalence
