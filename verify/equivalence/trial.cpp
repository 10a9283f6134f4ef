#include "verify/equivalence/trial.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include "verify/model/scalar_text.h"

namespace launchproof::equivalence {
namespace {

constexpr std::uint64_t kMostMemory = 1ULL << 30;

std::uint64_t number_of(const MemorySizes& sizes, const std::string& name) {
  return static_cast<std::uint64_t>(std::distance(sizes.begin(), sizes.find(name))) + 1;
}

void append(Bytes& bytes, std::uint64_t bits, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
}

// One element of a buffer, or one argument, with this type and number of bytes.
void append_drawn(Bytes& bytes, const std::string& type, unsigned width, Draw draw, std::mt19937_64& random) {
  const std::uint64_t drawn = random();
  const auto small = static_cast<std::int64_t>(drawn % 7) - 3;
  if (model::is_floating(type)) {
    double value = static_cast<double>(small);
    if (draw == Draw::Moderate) value = 0.5 + static_cast<double>(drawn % 97) / 64.0;
    if (draw == Draw::Any) value = (static_cast<double>(drawn >> 11) / 9007199254740992.0 - 0.5) * 8;
    if (width == 4) {
      append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
    } else if (width == 8) {
      append(bytes, std::bit_cast<std::uint64_t>(value), 8);
    } else {
      constexpr std::uint64_t kHalves[] = {0x0000, 0x3c00, 0x4000, 0xbc00, 0x3800, 0x4200, 0xc000};
      append(bytes, kHalves[drawn % 7], width);
    }
    return;
  }
  switch (draw) {
    case Draw::Exact:
      append(bytes, drawn % 8, width);
      return;
    case Draw::Moderate:
      append(bytes, static_cast<std::uint64_t>(static_cast<std::int64_t>(drawn % 401) - 200), width);
      return;
    case Draw::Any:
      append(bytes, drawn, width);
      return;
  }
}

void draw_of(const Launch& launch, const MemorySizes& sizes, Draw draw, std::uint64_t seed,
             TrialContents& drawn) {
  for (std::uint32_t i = 0; i < launch.names.size(); ++i) {
    const std::string& name = launch.names[i];
    if (name.empty()) continue;
    const model::Parameter& parameter = launch.kernel.parameters[i];
    std::mt19937_64 random(seed * 1000003 + std::hash<std::string>()(name));
    if (parameter.kind == model::ParameterKind::Value) {
      if (std::holds_alternative<model::ValueArgument>(launch.facts.arguments[i]) ||
          drawn.arguments.contains(name))
        continue;
      Bytes& bytes = drawn.arguments[name];
      append_drawn(bytes, parameter.type, std::min(parameter.bytes, 8U), draw, random);
      while (bytes.size() < parameter.bytes) bytes.push_back(0);
      continue;
    }
    const auto size = sizes.find(name);
    if (parameter.array == model::kNone || size == sizes.end() || drawn.memories.contains(name)) continue;
    const model::Array& array = launch.kernel.arrays[parameter.array];
    const auto* buffer = std::get_if<model::BufferArgument>(&launch.facts.arguments[i]);
    if (buffer != nullptr && buffer->contents.bytes() != nullptr && buffer->origin == 0) {
      drawn.memories[name] = *buffer->contents.bytes();
      continue;
    }
    // Vectors and structures are filled as elements of four bytes.
    unsigned width = array.element_bytes;
    if (width != 1 && width != 2 && width != 4 && width != 8) width = 4;
    const std::string& type = array.element_type;
    if (!type.empty() && type.back() >= '2' && type.back() <= '8' && type.starts_with("float")) width = 4;
    Bytes& bytes = drawn.memories[name];
    bytes.reserve(size->second + width);
    while (bytes.size() < size->second) append_drawn(bytes, type, width, draw, random);
    bytes.resize(size->second);
  }
}

}  // namespace

TrialContents draw_contents(const Side& left, const Side& right, const MemorySizes& sizes, Draw draw,
                            std::uint64_t seed) {
  TrialContents drawn;
  for (const Side* side : {&left, &right})
    for (const SideLaunch& one : side->launches) draw_of(one.launch, sizes, draw, seed, drawn);
  return drawn;
}

model::LaunchFacts TrialSide::facts_of(const Launch& launch, const TrialContents& contents) const {
  model::LaunchFacts facts = launch.facts;
  for (std::uint32_t i = 0; i < launch.names.size(); ++i) {
    const std::string& name = launch.names[i];
    if (name.empty()) continue;
    model::Argument& argument = facts.arguments[i];
    if (launch.kernel.parameters[i].kind == model::ParameterKind::Value) {
      const auto given = contents.arguments.find(name);
      if (given != contents.arguments.end() && std::holds_alternative<model::UnknownArgument>(argument))
        argument = model::ValueArgument{given->second};
      continue;
    }
    const auto size = d_sizes.find(name);
    if (size == d_sizes.end()) continue;
    if (std::holds_alternative<model::UnknownArgument>(argument)) argument = model::BufferArgument{};
    if (auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
      buffer->object = number_of(d_sizes, name);
      if (!buffer->bytes) buffer->bytes = size->second - std::min(size->second, buffer->origin);
      buffer->contents = {};
    }
  }
  return facts;
}

TrialOutcome TrialSide::run(const TrialContents& contents, double seconds) {
  TrialOutcome outcome;
  replay::Contents held;
  held.fill = replay::Contents::Fill::Zero;
  for (const auto& [name, bytes] : contents.memories)
    if (d_sizes.contains(name)) held.objects[number_of(d_sizes, name)] = bytes;
  for (const auto& [copy, of] : copies_of(d_side))
    if (const auto contents_of = contents.memories.find(of);
        d_sizes.contains(copy) && contents_of != contents.memories.end())
      held.objects[number_of(d_sizes, copy)] = contents_of->second;
  for (std::size_t i = 0; i < d_side.launches.size(); ++i) {
    const SideLaunch& one = d_side.launches[i];
    if (d_kernels.size() <= i)
      d_kernels.push_back(std::make_unique<replay::Kernel>(one.prepare(), one.launch.kernel.name));
    replay::Options options;
    options.keep_results = true;
    options.seconds = seconds;
    options.maximum_memory = kMostMemory;
    if (one.launch.kernel.language == model::Language::Cuda) options.barrier_rule = model::BarrierRule::Cuda;
    replay::Outcome seen = d_kernels[i]->run(facts_of(one.launch, contents), held, options);
    outcome.has_open_floats = outcome.has_open_floats || seen.open_floats;
    if (seen.status != replay::Status::Completed) {
      outcome.reason = seen.reason;
      return outcome;
    }
    if (seen.is_excluded || seen.open_exchanges || seen.open_divisions) {
      outcome.reason = "the contents are not allowed, or lead to device-dependent behaviour";
      return outcome;
    }
    for (const replay::Seen& one_seen : seen.seen)
      if (!one_seen.benign && one_seen.kind != replay::kUndefinedPrivate) {
        outcome.reason = "it has a defect itself: " + one_seen.kind;
        return outcome;
      }
    for (auto& [object, bytes] : seen.results) held.objects[object] = std::move(bytes);
  }
  for (const auto& [label, memory] : d_side.outputs) {
    if (!d_sizes.contains(memory)) continue;
    const auto found = held.objects.find(number_of(d_sizes, memory));
    if (found != held.objects.end()) outcome.outputs[label] = found->second;
  }
  outcome.completed = true;
  return outcome;
}

}  // namespace launchproof::equivalence
