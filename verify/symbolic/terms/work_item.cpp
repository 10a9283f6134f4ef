#include "verify/symbolic/terms/work_item.h"

#include <algorithm>
#include <bit>

namespace launchproof::symbolic {

using smt::Term;
using smt::TermStore;

namespace {

// Returns a variable below `count` that is as narrow as possible, extended to `width` bits.
Term id_variable(TermStore& store, const std::string& name, std::uint64_t count, unsigned width,
                 std::vector<Term>& constraints) {
  if (count <= 1) return store.bv(0, width);
  const auto bits = static_cast<unsigned>(std::bit_width(count - 1));
  const Term variable = store.bv_var(name, bits);
  if (!std::has_single_bit(count)) constraints.push_back(store.ule(variable, store.bv(count - 1, bits)));
  return bits >= width ? store.trunc(variable, width) : store.zext(variable, width);
}

Term any_differs(TermStore& store, const std::array<Term, 3>& a, const std::array<Term, 3>& b) {
  std::vector<Term> parts;
  parts.reserve(a.size());
  for (unsigned d = 0; d < 3; ++d) parts.push_back(store.distinct(a[d], b[d]));
  return store.or_(parts);
}

}  // namespace

WorkItem WorkItem::make(TermStore& store, const model::LaunchFacts& facts, LaunchTerms& launch,
                        unsigned address_bits, std::string tag, std::string group_tag) {
  static constexpr std::array<const char*, 3> kAxis{"x", "y", "z"};
  WorkItem item;
  item.tag = std::move(tag);
  item.group_tag = std::move(group_tag);
  for (unsigned d = 0; d < 3; ++d) {
    const Term count = launch.groups(d);
    const std::uint64_t groups = group_count(facts, d);
    const std::uint64_t full = facts.local_size[d];
    const std::string local = item.tag + ".local." + kAxis[d];
    const std::string group = item.group_tag + ".group." + kAxis[d];
    if (facts.open.local[d] != 0) {
      item.in_open_groups(store, d, launch, local, group);
      continue;
    }
    item.local_id[d] = id_variable(store, local, full, address_bits, item.constraints);
    if (count.is_constant()) {
      item.group_id[d] = id_variable(store, group, groups, address_bits, item.constraints);
    } else {
      item.group_id[d] = facts.open.groups[d] != 0
                             ? store.zext(store.bv_var(group, model::kOpenSizeBits), address_bits)
                             : store.bv_var(group, address_bits);
      item.constraints.push_back(store.ult(item.group_id[d], count));
    }
    item.local_size[d] = store.bv(full, address_bits);
    const bool whole = full == 0 || facts.open.groups[d] != 0;
    const std::uint64_t rest = whole ? 0 : facts.global_size[d] % full;
    if (rest != 0) {
      const Term last = store.eq(item.group_id[d], store.bv(groups - 1, address_bits));
      item.local_size[d] = store.ite(last, store.bv(rest, address_bits), item.local_size[d]);
      item.constraints.push_back(store.ult(item.local_id[d], item.local_size[d]));
    }
  }
  const std::vector<Term> relations = launch.relations();
  item.constraints.insert(item.constraints.end(), relations.begin(), relations.end());
  if (facts.open.any()) {
    const std::vector<Term> of_sizes = launch.size_constraints();
    item.constraints.insert(item.constraints.end(), of_sizes.begin(), of_sizes.end());
    const std::vector<Term> products = launch.size_products();
    item.products.insert(item.products.end(), products.begin(), products.end());
  }
  return item;
}

// Whole groups of variable size. The start of a group is also a variable, about which more is known without
// multiplication: groups are consecutive.
void WorkItem::in_open_groups(TermStore& store, unsigned d, LaunchTerms& launch, const std::string& local,
                              const std::string& group) {
  const Term size = launch.local_size(d), count = launch.groups(d), all = launch.global_size(d);
  const auto variable = [&](const std::string& name) {
    return store.zext(store.bv_var(name, model::kOpenSizeBits), size.width());
  };
  const Term zero = store.bv(0, size.width());
  local_size[d] = size;
  local_id[d] = variable(local);
  group_id[d] = count.is_constant() && count->value == 1 ? zero : variable(group);
  constraints.push_back(store.ult(local_id[d], size));
  constraints.push_back(store.ult(group_id[d], count));
  if (group_id[d].is_constant()) {
    group_base[d] = zero;
    global_id[d] = local_id[d];
    return;
  }
  group_base[d] = variable(group + ".base");
  global_id[d] = variable(tag + group.substr(group_tag.size()) + ".global");
  constraints.push_back(store.eq(global_id[d], store.add(group_base[d], local_id[d])));
  constraints.push_back(store.ult(global_id[d], all));
  constraints.push_back(store.ule(store.add(group_base[d], size), all));
  constraints.push_back(store.ule(group_id[d], group_base[d]));
  // The first group begins at 0, all others after it.
  constraints.push_back(store.eq(store.eq(group_id[d], zero), store.eq(group_base[d], zero)));
  constraints.push_back(store.or_(store.eq(group_base[d], zero), store.ule(size, group_base[d])));
  products.push_back(store.eq(group_base[d], store.mul(group_id[d], size)));
}

WorkItem WorkItem::at(TermStore& store, const model::LaunchFacts& facts, unsigned address_bits,
                      const std::array<std::uint64_t, 3>& id) {
  WorkItem item;
  item.tag = "item";
  item.group_tag = "group";
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t full = facts.local_size[d];
    const std::uint64_t group = id[d] / full;
    item.tag += "." + std::to_string(id[d]);
    item.group_tag += "." + std::to_string(group);
    item.local_id[d] = store.bv(id[d] % full, address_bits);
    item.group_id[d] = store.bv(group, address_bits);
    item.local_size[d] = store.bv(std::min(full, facts.global_size[d] - group * full), address_bits);
  }
  return item;
}

Term different_local_ids(TermStore& store, const WorkItem& a, const WorkItem& b) {
  return any_differs(store, a.local_id, b.local_id);
}

Term different_groups(TermStore& store, const WorkItem& a, const WorkItem& b) {
  return any_differs(store, a.group_id, b.group_id);
}

Term in_open_order(TermStore& store, const WorkItem& a, const WorkItem& b) {
  std::vector<Term> parts;
  for (unsigned d = 0; d < 3; ++d) {
    if (!a.global_id[d]) continue;
    const Term same_group = store.eq(a.group_id[d], b.group_id[d]);
    const Term same_local = store.eq(a.local_id[d], b.local_id[d]);
    const Term same = store.eq(a.global_id[d], b.global_id[d]);
    parts.push_back(store.eq(store.and_(same_group, same_local), same));
    if (same_group.is_true()) continue;
    const auto before = [&](const WorkItem& x, const WorkItem& y) {
      parts.push_back(store.eq(store.ult(x.group_id[d], y.group_id[d]),
                               store.ule(store.add(x.group_base[d], x.local_size[d]), y.group_base[d])));
    };
    before(a, b);
    before(b, a);
    parts.push_back(store.eq(same_group, store.eq(a.group_base[d], b.group_base[d])));
  }
  return store.and_(parts);
}

Term different_warps(TermStore& store, const WorkItem& a, const WorkItem& b, unsigned size) {
  const auto warp = [&](const WorkItem& item) {
    const Term plane = store.add(item.local_id[1], store.mul(item.local_size[1], item.local_id[2]));
    const Term linear = store.add(item.local_id[0], store.mul(item.local_size[0], plane));
    return store.udiv(linear, store.bv(size, linear.width()));
  };
  return store.distinct(warp(a), warp(b));
}

}  // namespace launchproof::symbolic
