// A set of places in a window of launches that are processed together.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace launchproof::capture {

inline constexpr std::size_t kWindow = 1024;

// Places are numbers below kWindow.
class Places {
 public:
  void add(std::size_t place) { d_words[place / 64] |= std::uint64_t{1} << (place % 64); }
  void remove(std::size_t place) { d_words[place / 64] &= ~(std::uint64_t{1} << (place % 64)); }
  bool has(std::size_t place) const { return (d_words[place / 64] >> (place % 64) & 1U) != 0; }
  bool empty() const { return first() == kWindow; }
  // Returns the first place, or kWindow when there is none.
  std::size_t first() const {
    for (std::size_t i = 0; i < d_words.size(); ++i)
      if (d_words[i] != 0) return i * 64 + static_cast<std::size_t>(std::countr_zero(d_words[i]));
    return kWindow;
  }
  std::size_t count() const {
    std::size_t sum = 0;
    for (const std::uint64_t word : d_words) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  Places& operator|=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] |= other.d_words[i];
    return *this;
  }
  Places& operator-=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] &= ~other.d_words[i];
    return *this;
  }
  Places& operator&=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] &= other.d_words[i];
    return *this;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < d_words.size(); ++i)
      for (std::uint64_t rest = d_words[i]; rest != 0; rest &= rest - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  std::array<std::uint64_t, kWindow / 64> d_words{};
};

}  // namespace launchproof::capture
