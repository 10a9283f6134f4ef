// Looks up functions by name and in a private table.
#include <dlfcn.h>
#include <string.h>

#include "stub.h"

namespace {

struct Version {
  const char* symbol;
  const char* name;
  int since;
  bool is_of_thread;
};

const Version kVersions[] = {
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) {#symbol, #name, since, false},
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  {#symbol, #name, since, false}, {#symbol #suffix, #name, since, true},
#include "shim/cuda/recording/functions.def"
};

// These two represent functions of a driver that is newer than the table.
int newer_function(int number) {
  return number + 1;
}

int newer_version(int number) {
  return number + 2;
}

int find(const char* name, void** function, int version, unsigned long long flags, int* status) {
  *function = nullptr;
  *status = 1;
  if (strcmp(name, "cuNewerFunction") == 0) *function = reinterpret_cast<void*>(&newer_function);
  // The driver has a version of this function that the table does not know.
  if (strcmp(name, "cuStreamBeginCapture") == 0 && version > 13000)
    *function = reinterpret_cast<void*>(&newer_version);
  const Version* best = nullptr;
  for (const Version& one : kVersions) {
    if (strcmp(one.name, name) != 0) continue;
    if (best == nullptr) *status = 2;
    if (one.since > version || (one.is_of_thread && flags != 2)) continue;
    if (best == nullptr || best->is_of_thread < one.is_of_thread ||
        (best->is_of_thread == one.is_of_thread && best->since < one.since))
      best = &one;
  }
  if (*function == nullptr && best != nullptr) {
    Dl_info self{};
    dladdr(reinterpret_cast<const void*>(&find), &self);
    void* const library = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    *function = dlsym(library, best->symbol);
    dlclose(library);
  }
  if (*function != nullptr) *status = 0;
  return kSuccess;
}

// The table's first word is the address of the table.
const void* const kTable[] = {static_cast<const void*>(kTable)};

}  // namespace

STUB stub_cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags,
                              int* status) {
  int ignored = 0;
  return find(name, function, version, flags, status == nullptr ? &ignored : status);
}

STUB stub_cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags) {
  int status = 0;
  find(name, function, version, flags, &status);
  return *function == nullptr ? kNotFound : kSuccess;
}

STUB stub_cuGetExportTable(const void** table, const void*) {
  *table = static_cast<const void*>(kTable);
  return kSuccess;
}
