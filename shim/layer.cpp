// The two entry points of the ICD loader's layer interface.
#include <algorithm>
#include <array>
#include <cstring>

#include "shim/next.h"
#include "shim/recorder.h"

namespace launchproof::shim {
namespace {

cl_int answer(const void* value, std::size_t bytes, std::size_t size, void* destination,
              std::size_t* size_ret) {
  if (destination != nullptr && size < bytes) return CL_INVALID_VALUE;
  if (destination != nullptr) std::memcpy(destination, value, bytes);
  if (size_ret != nullptr) *size_ret = bytes;
  return CL_SUCCESS;
}

// The loader's table with our hooks in place of the functions that it offers. A function that the loader
// lacks stays null, as it was.
void put_hooks(cl_icd_dispatch& table) {
#define LAUNCHPROOF_HOOK(name) \
  if (table.name != nullptr) table.name = &hooks::name;
#include "shim/hooks.def"
#undef LAUNCHPROOF_HOOK
}

constinit cl_icd_dispatch g_table{};
// Given to a second loader, whose calls are not recorded.
constinit cl_icd_dispatch g_untouched{};

}  // namespace
}  // namespace launchproof::shim

extern "C" cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
  static constexpr std::array kName{"launchproof"};
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  switch (name) {
    case CL_LAYER_API_VERSION:
      return launchproof::shim::answer(&version, sizeof version, size, value, size_ret);
    case CL_LAYER_NAME:
      return launchproof::shim::answer(kName[0], std::strlen(kName[0]) + 1, size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

extern "C" cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                          cl_uint* entries_ret, const cl_icd_dispatch** table_ret) {
  using namespace launchproof::shim;
  if (target == nullptr || entries_ret == nullptr || table_ret == nullptr) return CL_INVALID_VALUE;
  const std::size_t known = std::min<std::size_t>(entries, kKnownEntries);
  const bool first = set_layer_target(target, known);
  cl_icd_dispatch& table = first ? g_table : g_untouched;
  std::memcpy(&table, target, known * sizeof(void*));
  if (first && recording_is_wanted()) put_hooks(table);
  *entries_ret = static_cast<cl_uint>(known);
  *table_ret = &table;
  return CL_SUCCESS;
}
