#include "verify/preconditions/samples.h"

#include <set>

namespace launchproof::preconditions {

using model::FreeFact;
using model::LaunchFacts;
using model::QuantityKind;

namespace {

constexpr unsigned kBitsOfByte = 8;
constexpr std::uint64_t kMostWorkItems = std::uint64_t{1} << 31;  // limit of model::OpenSizes (exclusive)
constexpr std::uint64_t kMultiplier = 6364136223846793005, kIncrement = 1442695040888963407;  // Knuth's MMIX
constexpr unsigned kHighBits = 33;
constexpr std::size_t kTries = 20;  // largest number of tries for one sample

std::uint64_t in_width(std::uint64_t value, const FreeFact& fact) {
  const unsigned width = fact.quantity.width;
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

bool is_launch(const LaunchFacts& launch, const std::vector<FreeFact>& free, const Values& values) {
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (free[i].quantity.kind != QuantityKind::Groups) continue;
    const std::uint64_t local = launch.local_size.at(free[i].quantity.index);
    if (values[i] == 0 || values[i] >= kMostWorkItems / local) return false;
  }
  return true;
}

}  // namespace

std::vector<Values> samples(const LaunchFacts& launch, const std::vector<FreeFact>& free, std::size_t most) {
  Values own;
  for (const FreeFact& one : free) own.push_back(one.bits);
  std::vector<Values> result;
  std::set<Values> seen{own};
  const auto add = [&](Values values) {
    for (std::size_t i = 0; i < free.size(); ++i) values[i] = in_width(values[i], free[i]);
    if (result.size() < most && is_launch(launch, free, values) && seen.insert(values).second)
      result.push_back(std::move(values));
  };
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::uint64_t bits = own[i];
    const bool is_size = free[i].quantity.kind != QuantityKind::Value;
    const std::uint64_t largest = (std::uint64_t{1} << (free[i].quantity.width - 1)) - 1;
    for (const std::uint64_t other : {bits * 2, bits / 2, bits + 1, bits - 1, std::uint64_t{0},
                                      std::uint64_t{1}, is_size ? bits : largest}) {
      Values values(own);
      values[i] = other;
      add(std::move(values));
    }
  }
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * kMultiplier + kIncrement;
    return (state >> kHighBits) % below;
  };
  for (std::size_t tries = 0; !free.empty() && result.size() < most && tries < kTries * most; ++tries) {
    Values values(own);
    for (std::size_t i = 0; i < free.size(); ++i) {
      const bool is_buffer = free[i].quantity.kind == QuantityKind::Bytes;
      // Makes buffers larger more often than smaller, since larger values of other facts need more memory.
      switch (random(is_buffer ? 3 : 5)) {
        case 0:
          values[i] *= is_buffer ? 4 : 2;
          break;
        case 1:
          values[i] = is_buffer ? values[i] * 2 : values[i] / 2;
          break;
        case 3:
          values[i] += random(8);
          break;
        default:
          break;
      }
    }
    add(std::move(values));
  }
  return result;
}

LaunchFacts with_values(LaunchFacts launch, const std::vector<FreeFact>& free, const Values& values) {
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::uint32_t index = free[i].quantity.index;
    switch (free[i].quantity.kind) {
      case QuantityKind::Value: {
        auto& bytes = std::get<model::ValueArgument>(launch.arguments.at(index)).bytes;
        for (std::size_t at = 0; at < bytes.size(); ++at)
          bytes[at] = static_cast<std::uint8_t>(values[i] >> (kBitsOfByte * at));
        break;
      }
      case QuantityKind::Bytes:
        std::get<model::BufferArgument>(launch.arguments.at(index)).bytes = values[i];
        break;
      case QuantityKind::Groups:
        launch.global_size.at(index) = values[i] * launch.local_size.at(index);
        break;
      case QuantityKind::LocalSize:
        break;  // never derived
    }
  }
  return launch;
}

}  // namespace launchproof::preconditions
