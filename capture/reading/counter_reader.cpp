#include "capture/reading/counter_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "capture/writing/counters.h"

namespace launchproof::capture {
namespace {

static_assert(std::endian::native == std::endian::little, "counters are read as they lie in the file");

std::uint64_t word_at(const std::string& content, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, content.data() + at, sizeof word);
  return word;
}

}  // namespace

CounterTable read_counters(const std::string& path) {
  CounterTable table;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    table.problem = "cannot be opened";
    return table;
  }
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (content.size() < kCounterHead || word_at(content, 0) != kCounterMagic) {
    table.problem = "is not a file of counters, or was cut off";
    return table;
  }
  table.enqueues = word_at(content, offsetof(CounterHead, sequence));
  table.refused = std::min(word_at(content, offsetof(CounterHead, refused)), table.enqueues);
  table.enqueues -= table.refused;
  table.moved = word_at(content, offsetof(CounterHead, moved));
  if (const std::uint64_t ending = word_at(content, offsetof(CounterHead, ending));
      ending <= static_cast<std::uint64_t>(Ending::Killed))
    table.ending = static_cast<Ending>(ending);
  table.signal = word_at(content, offsetof(CounterHead, signal));
  table.asked = word_at(content, offsetof(CounterHead, asked));
  table.used = word_at(content, offsetof(CounterHead, used));
  if (word_at(content, offsetof(CounterHead, stopped)) != 0) {
    const char* reason = content.data() + offsetof(CounterHead, reason);
    table.stopped = std::string(reason, ::strnlen(reason, sizeof(CounterHead::reason)));
  }
  const std::uint64_t present = (content.size() - kCounterHead) / 8;
  if (present < table.used) table.problem = "was cut off";
  for (std::uint64_t i = 0; i < table.used && i < present; ++i) {
    table.counts.push_back(word_at(content, kCounterHead + 8 * i));
  }
  return table;
}

}  // namespace launchproof::capture
