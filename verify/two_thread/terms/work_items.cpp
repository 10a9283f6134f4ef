#include "verify/two_thread/terms/work_items.h"

namespace launchproof::two_thread {

WorkItems work_items(const Setting& setting, Pairing pairing) {
  const auto item = [&](const char* tag, const char* group_tag) {
    return symbolic::WorkItem::make(setting.store, setting.facts, setting.launch, setting.kernel.address_bits,
                                    tag, group_tag);
  };
  WorkItems result;
  std::vector<symbolic::WorkItem>& items = result.items;
  items.push_back(item("s", "g"));
  result.base = items[0].constraints;
  if (pairing == Pairing::One) return result;
  const bool is_group = pairing == Pairing::SameGroup;
  items.push_back(is_group ? item("t", "g") : item("u", "h"));
  result.base.insert(result.base.end(), items[1].constraints.begin(), items[1].constraints.end());
  result.base.push_back(is_group ? symbolic::different_local_ids(setting.store, items[0], items[1])
                                 : symbolic::different_groups(setting.store, items[0], items[1]));
  return result;
}

const char* name_of(Pairing pairing) {
  switch (pairing) {
    case Pairing::One:
      return "one work-item";
    case Pairing::SameGroup:
      return "two work-items of a group";
    default:
      return "two work-items of different groups";
  }
}

}  // namespace launchproof::two_thread
