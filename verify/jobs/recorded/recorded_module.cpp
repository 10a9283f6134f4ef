#include "verify/jobs/recorded/recorded_module.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "verify/device_code/device_code.h"

namespace launchproof::jobs {
namespace {

// "compute capability 9.0" -> 90. A device that does not report it counts as the newest.
std::uint32_t architecture_of(const capture::Device* device) {
  constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();
  if (device == nullptr) return kAny;
  const std::string_view text = device->version;
  const std::size_t begin = text.find_last_of(' ') + 1, dot = text.find('.', begin);
  if (dot == std::string_view::npos) return kAny;
  std::uint32_t major = 0, minor = 0;
  std::from_chars(text.data() + begin, text.data() + dot, major);
  std::from_chars(text.data() + dot + 1, text.data() + text.size(), minor);
  return major * 10 + minor;
}

}  // namespace

RecordedModule recorded_module(std::string image, const capture::Device* device) {
  if (!device_code::is_compiled(std::string_view(image).substr(0, 4))) return {std::move(image), {}};
  try {
    const device_code::DeviceCode code = device_code::device_code_of(image);
    if (code.modules.empty())
      return {{},
              "the module holds machine code for GPUs and no PTX; compile it with PTX (-gencode "
              "arch=compute_80,code=compute_80), or with "
              "-lineinfo"};
    if (const device_code::PtxModule* const module =
            device_code::newest_module(code, architecture_of(device)))
      return {module->text, {}};
    return {{}, "the module holds PTX only for GPUs that are newer than the device, which ran machine code"};
  } catch (const device_code::DamagedFile& error) {
    return {{}, std::string("the module cannot be read: ") + error.what()};
  }
}

}  // namespace launchproof::jobs
