// The two entry points of the ICD loader's layer interface.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "shim/opencl/entry/next.h"
#include "shim/recording/recorder.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

cl_int answer(const void* value, std::size_t bytes, std::size_t size, void* destination,
              std::size_t* size_ret) {
  if (destination != nullptr && size < bytes) return CL_INVALID_VALUE;
  if (destination != nullptr) std::memcpy(destination, value, bytes);
  if (size_ret != nullptr) *size_ret = bytes;
  return CL_SUCCESS;
}

// The loader's table with our hooks replacing the functions that it provides. A function that the loader
// lacks remains null.
void put_hooks(cl_icd_dispatch& table) {
#define LAUNCHPROOF_HOOK(name, ...) \
  if (table.name != nullptr) table.name = &hooks::name;
#include "shim/opencl/entry/hooks.def"
}

constinit cl_icd_dispatch g_table{};
// Passed to a second loader, whose calls are not recorded.
constinit cl_icd_dispatch g_untouched{};

// A loader that lists the shim twice passes our own hooks here: its calls are recorded.
void note_second_loader(const cl_icd_dispatch& target, std::size_t known) {
  constexpr std::size_t kEnqueue = offsetof(cl_icd_dispatch, clEnqueueNDRangeKernel) / sizeof(void*);
  if (known > kEnqueue && target.clEnqueueNDRangeKernel == &hooks::clEnqueueNDRangeKernel) return;
  record([] {
    writer().note("a second OpenCL loader was used, whose calls are not recorded: launches may be missing",
                  capture::Missing::Launches);
  });
}

}  // namespace
}  // namespace launchproof::shim

extern "C" cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t param_value_size,
                                             void* param_value, size_t* param_value_size_ret) {
  using launchproof::shim::answer;
  static constexpr std::string_view kName = "launchproof";
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  switch (param_name) {
    case CL_LAYER_API_VERSION:
      return answer(&version, sizeof version, param_value_size, param_value, param_value_size_ret);
    case CL_LAYER_NAME:
      return answer(kName.data(), kName.size() + 1, param_value_size, param_value, param_value_size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

extern "C" cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const cl_icd_dispatch* target_dispatch,
                                          cl_uint* num_entries_ret,
                                          const cl_icd_dispatch** layer_dispatch_ret) {
  using namespace launchproof::shim;
  if (target_dispatch == nullptr || num_entries_ret == nullptr || layer_dispatch_ret == nullptr) {
    return CL_INVALID_VALUE;
  }
  const std::size_t known = std::min<std::size_t>(num_entries, kKnownEntries);
  const bool first = set_layer_target(target_dispatch, known);
  cl_icd_dispatch& table = first ? g_table : g_untouched;
  std::memcpy(&table, target_dispatch, known * sizeof(void*));
  if (first && recording_is_wanted()) put_hooks(table);
  if (!first) note_second_loader(*target_dispatch, known);
  *num_entries_ret = static_cast<cl_uint>(known);
  *layer_dispatch_ret = &table;
  return CL_SUCCESS;
}
