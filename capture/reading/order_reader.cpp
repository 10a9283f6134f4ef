#include "capture/reading/order_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "capture/writing/order_file.h"

namespace launchproof::capture {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in the file");

template <class Item>
Item item_at(const std::string& content, std::size_t at) {
  Item item;
  std::memcpy(&item, content.data() + at, sizeof item);
  return item;
}

OrderedCommand command_from(const OrderSlot& slot) {
  return {slot.queue,
          slot.flags,
          static_cast<std::uint32_t>(slot.first),
          static_cast<std::uint32_t>(slot.first >> 32U),
          slot.second,
          slot.third,
          {},
          slot.actor};
}

// Returns false if this version does not support the slot.
bool take(const OrderSlot& slot, std::vector<OrderedCommand>& commands) {
  if (slot.kind == OrderSlot::kCommand) {
    commands.push_back(command_from(slot));
    return commands.back().begin <= commands.back().end;
  }
  if (slot.kind != OrderSlot::kWaits || commands.empty() || slot.flags > 3) return false;
  const std::uint64_t events[] = {slot.first, slot.second, slot.third};
  commands.back().waits.insert(commands.back().waits.end(), events, events + slot.flags);
  return true;
}

}  // namespace

Order read_order(const std::string& path, std::vector<Remark>& remarks) {
  Order order;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return order;
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (content.size() < kOrderHead || item_at<std::uint64_t>(content, 0) != kOrderMagic) {
    remarks.push_back(
        {path, "is not an order of commands, or was cut off: which launches may run at once is not known"});
    order.is_cut_off = true;
    return order;
  }
  const auto used = item_at<std::uint64_t>(content, offsetof(OrderHead, used));
  order.is_cut_off = item_at<std::uint64_t>(content, offsetof(OrderHead, full)) != 0;
  const std::uint64_t present = (content.size() - kOrderHead) / sizeof(OrderSlot);
  bool is_whole = used <= present;
  for (std::uint64_t i = 0; i < used && i < present && is_whole; ++i)
    is_whole = take(item_at<OrderSlot>(content, kOrderHead + i * sizeof(OrderSlot)), order.commands);
  if (!is_whole) {
    remarks.push_back({path, "was cut off or is not understood to its end"});
    order.is_cut_off = true;
  }
  return order;
}

}  // namespace launchproof::capture
