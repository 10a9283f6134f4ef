#include "shim/opencl/devices/devices.h"

#include <array>
#include <mutex>
#include <sstream>
#include <unordered_map>

#include "shim/opencl/devices/driver.h"
#include "shim/opencl/devices/info_query.h"
#include "shim/opencl/devices/predefined.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/handle_table.h"

namespace launchproof::shim {
namespace {

struct NumberQuery {
  cl_device_info query;
  const char* name;
};

// Queries that return one unsigned number of 4 or 8 bytes and that every version supports.
constexpr std::array kLimits{
    NumberQuery{CL_DEVICE_MAX_COMPUTE_UNITS, "max_compute_units"},
    NumberQuery{CL_DEVICE_MAX_WORK_GROUP_SIZE, "max_work_group_size"},
    NumberQuery{CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, "max_work_item_dimensions"},
    NumberQuery{CL_DEVICE_LOCAL_MEM_SIZE, "local_mem_size"},
    NumberQuery{CL_DEVICE_LOCAL_MEM_TYPE, "local_mem_type"},
    NumberQuery{CL_DEVICE_GLOBAL_MEM_SIZE, "global_mem_size"},
    NumberQuery{CL_DEVICE_MAX_MEM_ALLOC_SIZE, "max_mem_alloc_size"},
    NumberQuery{CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, "max_constant_buffer_size"},
    NumberQuery{CL_DEVICE_MAX_PARAMETER_SIZE, "max_parameter_size"},
    NumberQuery{CL_DEVICE_MEM_BASE_ADDR_ALIGN, "mem_base_addr_align"},
    NumberQuery{CL_DEVICE_SINGLE_FP_CONFIG, "single_fp_config"},
    NumberQuery{CL_DEVICE_DOUBLE_FP_CONFIG, "double_fp_config"},
    NumberQuery{CL_DEVICE_HALF_FP_CONFIG, "half_fp_config"},
    NumberQuery{CL_DEVICE_VENDOR_ID, "vendor_id"},
};

struct DeviceQuestions {
  cl_device_id device;

  auto question(cl_device_info name) const {
    return [name, *this](std::size_t size, void* value, std::size_t* size_ret) {
      return next().clGetDeviceInfo(device, name, size, value, size_ret);
    };
  }
  std::string text(cl_device_info name) const { return ask_text(question(name)); }
  template <class Item>
  std::vector<Item> list(cl_device_info name) const {
    return ask_list<Item>(question(name));
  }
  // Returns nothing if the driver refuses.
  std::optional<std::uint64_t> number(cl_device_info name) const {
    std::uint64_t value = 0;  // little-endian host: a shorter answer leaves the remaining bytes zero
    std::size_t bytes = 0;
    if (next().clGetDeviceInfo(device, name, sizeof value, &value, &bytes) != CL_SUCCESS) return std::nullopt;
    return value;
  }
};

std::string version_text(cl_version version) {
  return std::to_string(CL_VERSION_MAJOR(version)) + "." + std::to_string(CL_VERSION_MINOR(version));
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; stream >> part;) parts.push_back(part);
  return parts;
}

bool has_extension(const DeviceQuestions& ask, const char* name) {
  return std::ranges::count(split(ask.text(CL_DEVICE_EXTENSIONS)), name) != 0;
}

constexpr int kVersionOfSubGroups = 21;  // as major and minor number

// Returns the version in "OpenCL 1.2 ..." as 12; 0 if the text has another form.
void describe_platform(const DeviceQuestions& ask, capture::Device& device) {
  const auto platforms = ask.list<cl_platform_id>(CL_DEVICE_PLATFORM);
  if (platforms.empty() || next().clGetPlatformInfo == nullptr) return;
  const auto text = [&](cl_platform_info name) {
    return ask_text([&](std::size_t size, void* value, std::size_t* size_ret) {
      return next().clGetPlatformInfo(platforms[0], name, size, value, size_ret);
    });
  };
  device.platform_name = text(CL_PLATFORM_NAME);
  device.platform_vendor = text(CL_PLATFORM_VENDOR);
  device.platform_version = text(CL_PLATFORM_VERSION);
}

void describe_limits(const DeviceQuestions& ask, capture::Device& device) {
  for (const NumberQuery& limit : kLimits) {
    if (const auto value = ask.number(limit.query)) device.limits.push_back({limit.name, *value});
  }
  const auto sizes = ask.list<std::size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    device.limits.push_back({"max_work_item_sizes." + std::to_string(i), sizes[i]});
  }
}

capture::Device describe(cl_device_id handle) {
  const DeviceQuestions ask{handle};
  capture::Device device;
  describe_platform(ask, device);
  device.name = ask.text(CL_DEVICE_NAME);
  device.vendor = ask.text(CL_DEVICE_VENDOR);
  device.version = ask.text(CL_DEVICE_VERSION);
  device.driver_version = ask.text(CL_DRIVER_VERSION);
  device.type = ask.number(CL_DEVICE_TYPE).value_or(0);
  device.opencl_c_version = ask.text(CL_DEVICE_OPENCL_C_VERSION);
  device.extensions = split(ask.text(CL_DEVICE_EXTENSIONS));
  device.address_bits = static_cast<std::uint32_t>(ask.number(CL_DEVICE_ADDRESS_BITS).value_or(0));
  device.image_support = ask.number(CL_DEVICE_IMAGE_SUPPORT).value_or(0) != 0;
  device.little_endian = ask.number(CL_DEVICE_ENDIAN_LITTLE).value_or(1) != 0;
  if (version_number(device.version) >= 30) {
    for (const auto& version : ask.list<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
      device.opencl_c_all_versions.push_back(version_text(version.version));
    }
    for (const auto& feature : ask.list<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES)) {
      device.features.emplace_back(feature.name);
    }
  }
  describe_limits(ask, device);
  return device;
}

void describe_compiler(cl_device_id handle, const std::string& key, capture::Device& device) {
  const auto predefined = predefined_macros(handle, key);
  if (!predefined) return;
  for (const auto& [name, body] : predefined->macros) device.macros.emplace_back(name, body);
  for (const std::string& name : predefined->undefined) device.undefined_macros.emplace_back(name);
  device.macros_remembered = predefined->is_remembered;
}

struct KnownDevice {
  capture::DeviceId id{};
  std::string key;  // driver_key
};

struct Known {
  std::mutex mutex;
  std::unordered_map<cl_device_id, KnownDevice> devices;
};

struct KnownQueues {
  std::mutex mutex;
  std::unordered_map<cl_command_queue, KnownQueue> queues;

  // Requires the mutex. Null: there is no device with an id from this process's writer.
  const KnownQueue* find(cl_command_queue queue) const {
    const auto found = queues.find(queue);
    return found != queues.end() && found->second.generation == writer().generation() ? &found->second
                                                                                      : nullptr;
  }
};

Known& known() {
  static auto& instance = *new Known;
  return instance;
}

KnownQueues& known_queues(cl_command_queue queue) {
  static auto& instance = *new ByHandle<KnownQueues>;
  return instance.of(queue);
}

// Recorded with the first call.
const KnownDevice& known_device(cl_device_id device) {
  const std::lock_guard lock(known().mutex);
  const auto found = known().devices.find(device);
  if (found != known().devices.end()) return found->second;
  capture::Device description = describe(device);
  std::string key = driver_key(description, device);
  describe_compiler(device, key, description);
  return known()
      .devices.emplace(device, KnownDevice{writer().add_device(description), std::move(key)})
      .first->second;
}

}  // namespace

capture::DeviceId device_id(cl_device_id device) {
  if (device == nullptr || next().clGetDeviceInfo == nullptr) return 0;
  return known_device(device).id;
}

std::string compiler_key(cl_device_id device) {
  if (device == nullptr || next().clGetDeviceInfo == nullptr) return {};
  return known_device(device).key;
}

KnownQueue queue_of(cl_command_queue queue) {
  KnownQueues& all = known_queues(queue);
  {
    const std::lock_guard lock(all.mutex);
    if (const KnownQueue* found = all.find(queue)) return *found;
  }
  // A null handle crashes some loaders.
  const auto query = next().clGetCommandQueueInfo;
  cl_device_id device = nullptr;
  if (queue == nullptr || query == nullptr) return {};
  if (query(queue, CL_QUEUE_DEVICE, sizeof(cl_device_id), static_cast<void*>(&device), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  KnownQueue made;
  made.device = device_id(device);
  made.sub_groups_asked = ask_for_sub_groups_by(device);
  made.local_size_asked = ask_for_local_size_by(device);
  // A queue that is not known to be in order may be out of order.
  cl_command_queue_properties properties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  query(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr);
  made.out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  const std::lock_guard lock(all.mutex);
  // Another thread may have been first.
  if (const KnownQueue* found = all.find(queue)) return *found;
  made.id = writer().add_queue(made.device, made.out_of_order);
  made.generation = writer().generation();
  all.queues.insert_or_assign(queue, made);
  return made;
}

std::optional<KnownQueue> seen_queue(cl_command_queue queue) {
  if (queue == nullptr) return KnownQueue{};
  KnownQueues& all = known_queues(queue);
  {
    const std::lock_guard lock(all.mutex);
    if (const KnownQueue* found = all.find(queue)) return *found;
  }
  if (made_queues().find(queue) == nullptr) return std::nullopt;
  return queue_of(queue);
}

void forget_queue(cl_command_queue queue) {
  KnownQueues& all = known_queues(queue);
  const std::lock_guard lock(all.mutex);
  all.queues.erase(queue);
}

void forget_released_queue(cl_command_queue queue) {
  if (made_queues().find(queue) == nullptr) forget_queue(queue);
}

bool is_device_seen(cl_device_id device) {
  const std::lock_guard lock(known().mutex);
  return known().devices.contains(device);
}

SubGroupsAsked ask_for_sub_groups_by(cl_device_id device) {
  if (device == nullptr || next().clGetDeviceInfo == nullptr) return {};
  const DeviceQuestions ask{device};
  const int version = version_number(ask.text(CL_DEVICE_VERSION));
  if (version >= kVersionOfSubGroups) {
    if (ask.number(CL_DEVICE_MAX_NUM_SUB_GROUPS).value_or(0) == 0) return {};
    return {device, next().clGetKernelSubGroupInfo};
  }
  if (version < kVersionOfSubGroups - 1 || !has_extension(ask, "cl_khr_subgroups")) return {};
  return {device, next().clGetKernelSubGroupInfoKHR};
}

LocalSizeAsked ask_for_local_size_by(cl_device_id device) {
  if (device == nullptr || next().clGetDeviceInfo == nullptr) return nullptr;
  const DeviceQuestions ask{device};
  if (!has_extension(ask, "cl_khr_suggested_local_work_size")) return nullptr;
  constexpr const char* kName = "clGetKernelSuggestedLocalWorkSizeKHR";
  const auto platforms = ask.list<cl_platform_id>(CL_DEVICE_PLATFORM);
  void* found = nullptr;
  if (!platforms.empty() && next().clGetExtensionFunctionAddressForPlatform != nullptr)
    found = next().clGetExtensionFunctionAddressForPlatform(platforms[0], kName);
  return reinterpret_cast<LocalSizeAsked>(found);
}

}  // namespace launchproof::shim
