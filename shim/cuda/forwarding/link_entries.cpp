// Entries: links.
#include <fstream>
#include <iterator>
#include <string>

#include "shim/cuda/forwarding/recording.h"
#include "shim/cuda/forwarding/slots.h"

namespace launchproof::cuda {
namespace {

CUresult added(CUresult result, const void* link, int type, const void* data, std::size_t bytes) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      recording.links().add(link, type, {static_cast<const char*>(data), bytes});
    });
  return result;
}

CUresult added_file(CUresult result, const void* link, int type, const char* name) {
  if (result == kSuccess)
    keep_account([&](Recording& recording) {
      std::ifstream file(name, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      recording.links().add(link, type, bytes);
    });
  return result;
}

}  // namespace
}  // namespace launchproof::cuda

using namespace launchproof::cuda;

LAUNCHPROOF_API CUresult cuLinkAddData(void* link, int type, void* data, std::size_t bytes, const char* name,
                                       unsigned count, int* options, void** values) {
  return added(LAUNCHPROOF_REAL(cuLinkAddData)(link, type, data, bytes, name, count, options, values), link,
               type, data, bytes);
}

LAUNCHPROOF_API CUresult cuLinkAddData_v2(void* link, int type, void* data, std::size_t bytes,
                                          const char* name, unsigned count, int* options, void** values) {
  return added(LAUNCHPROOF_REAL(cuLinkAddData_v2)(link, type, data, bytes, name, count, options, values),
               link, type, data, bytes);
}

LAUNCHPROOF_API CUresult cuLinkAddFile(void* link, int type, const char* path, unsigned count, int* options,
                                       void** values) {
  return added_file(LAUNCHPROOF_REAL(cuLinkAddFile)(link, type, path, count, options, values), link, type,
                    path);
}

LAUNCHPROOF_API CUresult cuLinkAddFile_v2(void* link, int type, const char* path, unsigned count,
                                          int* options, void** values) {
  return added_file(LAUNCHPROOF_REAL(cuLinkAddFile_v2)(link, type, path, count, options, values), link, type,
                    path);
}

LAUNCHPROOF_API CUresult cuLinkComplete(void* link, void** image, std::size_t* bytes) {
  const CUresult result = LAUNCHPROOF_REAL(cuLinkComplete)(link, image, bytes);
  if (result == kSuccess && bytes != nullptr)
    keep_account([&](Recording& recording) {
      recording.links().complete(link, {static_cast<const char*>(*image), *bytes});
    });
  return result;
}

LAUNCHPROOF_API CUresult cuLinkDestroy(void* link) {
  keep_account([&](Recording& recording) { recording.links().destroy(link); });
  return LAUNCHPROOF_REAL(cuLinkDestroy)(link);
}
