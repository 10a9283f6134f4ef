#include "capture/launch_class.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "capture/files/sha256.h"
#include "capture/json/to_json.h"
#include "capture/reading/buffers.h"

namespace launchproof::capture {
namespace {

// Numbers objects in the order in which the arguments of one launch name them.
class ObjectOrder {
 public:
  ObjectId operator()(ObjectId object) {
    return object == 0 ? 0 : d_order.emplace(object, d_order.size() + 1).first->second;
  }

 private:
  std::map<ObjectId, ObjectId> d_order;
};

// CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY restrict what kernels may do to the memory. The other flags concern
// the host.
constexpr std::uint64_t kOfKernels = 1U << 1U | 1U << 2U;

// Reduces an argument to what affects the kernel.
void normalize(ArgumentValue& value, ObjectOrder& roots) {
  for_each_buffer(value, [&](BufferArgument& buffer) {
    buffer.root = roots(buffer.root);
    buffer.object = 0;  // root, origin and size are sufficient
    buffer.flags &= kOfKernels;
    buffer.contents.reset();
    if (buffer.before == 0) buffer.before.reset();
  });
  if (auto* image = std::get_if<ImageArgument>(&value)) {
    image->root = roots(image->root);
    image->object = 0;
    image->flags &= kOfKernels;
  } else if (auto* pipe = std::get_if<PipeArgument>(&value)) {
    pipe->object = 0;  // a pipe may contain anything
    pipe->flags = 0;
  }
}

void normalize(std::vector<Argument>& arguments, ObjectOrder& roots) {
  for (Argument& argument : arguments) {
    argument.name.clear();
    argument.type.clear();
    argument.is_const = false;
    normalize(argument.value, roots);
  }
}

std::string identity_of(const Launch& launch) {
  Launch plain = launch;
  plain.program = 0;
  plain.device = 0;
  plain.call_site = {};
  ObjectOrder roots;
  normalize(plain.arguments, roots);
  for (ArgumentValue& value : plain.reach.memory) normalize(value, roots);
  return launch_to_open_json(plain);
}

using CallSiteKey = std::tuple<Text, Text, std::uint32_t, Text, std::uint64_t>;

CallSiteKey key_of(const CallSite& site) {
  return {site.function, site.file, site.line, site.module, site.offset};
}

class Classes {
 public:
  explicit Classes(const Capture& capture) : d_capture(capture) {
    for (const Device& device : capture.devices) d_environments[device.id] = environment_of(&device);
  }

  void add(std::size_t index) {
    const Launch& launch = d_capture.launches[index];
    const std::string identity = identity_of(launch) + d_environments[launch.device];
    const std::string key = sha256_hex(identity.data(), identity.size());
    const auto [place, is_new] = d_by_key.emplace(key, d_classes.size());
    if (is_new) {
      d_classes.push_back({key, index, 0, {}, {}, 0});
      d_other_sites.emplace_back();
    }
    LaunchClass& found = d_classes[place->second];
    found.count += launch.count;
    found.launches.push_back(index);
    add_call_site(found, d_other_sites[place->second], launch);
  }

  std::vector<LaunchClass> take() {
    for (std::size_t i = 0; i < d_classes.size(); ++i)
      d_classes[i].other_call_sites = d_other_sites[i].size();
    return std::move(d_classes);
  }

 private:
  static void add_call_site(LaunchClass& found, std::set<CallSiteKey>& others, const Launch& launch) {
    const auto known = std::ranges::find(found.call_sites, launch.call_site, &CallSiteCount::site);
    if (known != found.call_sites.end()) {
      known->count += launch.count;
    } else if (found.call_sites.size() < kMostCallSites) {
      found.call_sites.push_back({launch.call_site, launch.count});
    } else {
      others.insert(key_of(launch.call_site));
    }
  }

  const Capture& d_capture;
  std::map<DeviceId, std::string> d_environments;
  std::unordered_map<std::string, std::size_t> d_by_key;
  std::vector<LaunchClass> d_classes;
  std::vector<std::set<CallSiteKey>> d_other_sites;
};

const BufferArgument* buffer_of(const Launch& launch, std::size_t argument) {
  return argument < launch.arguments.size() ? std::get_if<BufferArgument>(&launch.arguments[argument].value)
                                            : nullptr;
}

// Returns the argument whose contents are recorded, or null.
const Contents* contents_of(const Launch& launch, std::size_t argument) {
  const BufferArgument* buffer = buffer_of(launch, argument);
  return buffer != nullptr && buffer->contents && buffer->contents->recorded() ? &*buffer->contents : nullptr;
}

// Returns the contents that the argument has in all of the launches, or why there are none.
std::optional<Contents> common_contents(const Capture& capture, const std::vector<std::size_t>& launches,
                                        std::size_t argument) {
  const BufferArgument* first = buffer_of(capture.launches[launches.front()], argument);
  if (first == nullptr || !first->contents) return std::nullopt;
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  bool equal = true;
  std::string reason;
  const Contents* known = nullptr;
  for (const std::size_t index : launches) {
    const Launch& launch = capture.launches[index];
    if (const Contents* contents = contents_of(launch, argument)) {
      with += launch.count;
      equal = equal && (known == nullptr || known->digest == contents->digest);
      known = contents;
      continue;
    }
    without += launch.count;
    const BufferArgument* buffer = buffer_of(launch, argument);
    if (reason.empty() && buffer != nullptr && buffer->contents) reason = buffer->contents->reason;
  }
  if (without == 0 && equal) return *known;
  if (with == 0) return Contents{{}, reason};
  if (without == 0) return Contents{{}, "the launches of this class differ in them"};
  return Contents{{},
                  std::to_string(without) + " of " + std::to_string(with + without) +
                      " launches of this class have none recorded: " + reason};
}

}  // namespace

std::vector<Argument> essential_arguments(const Launch& launch) {
  std::vector<Argument> arguments = launch.arguments;
  ObjectOrder roots;
  normalize(arguments, roots);
  return arguments;
}

std::string environment_of(const Device* device) {
  if (device == nullptr) return {};
  Device plain = *device;
  plain.id = 0;
  return device_to_json(plain);
}

Launch common_launch(const Capture& capture, const std::vector<std::size_t>& launches) {
  Launch launch = capture.launches[launches.front()];
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i].value)) {
      buffer->contents = common_contents(capture, launches, i);
    }
  }
  return launch;
}

std::vector<ContentsGroup> split_by_contents(const Capture& capture, const LaunchClass& launch_class,
                                             const std::vector<std::size_t>& arguments) {
  std::vector<ContentsGroup> groups;
  ContentsGroup without;
  std::map<std::vector<Digest>, std::size_t> places;
  for (const std::size_t index : launch_class.launches) {
    const Launch& launch = capture.launches[index];
    std::vector<Digest> digests;
    for (const std::size_t argument : arguments) {
      if (const Contents* contents = contents_of(launch, argument)) digests.push_back(contents->digest);
    }
    ContentsGroup* group = &without;
    if (digests.size() == arguments.size()) {
      const auto [place, is_new] = places.emplace(std::move(digests), groups.size());
      if (is_new) groups.push_back({true, 0, {}});
      group = &groups[place->second];
    }
    group->count += launch.count;
    group->launches.push_back(index);
  }
  if (!without.launches.empty()) groups.push_back(std::move(without));
  return groups;
}

std::vector<LaunchClass> classify(const Capture& capture) {
  Classes classes(capture);
  for (std::size_t i = 0; i < capture.launches.size(); ++i) classes.add(i);
  return classes.take();
}

}  // namespace launchproof::capture
