// OpenCL libraries that the application opens and looks into by itself.
#pragma once

namespace launchproof::shim {

// dlsym() as it is behind ours.
using LookUp = void* (*)(void* handle, const char* name);
LookUp look_up_behind() noexcept;
// dlvsym() likewise.
using VersionLookUp = void* (*)(void* handle, const char* name, const char* version);
VersionLookUp version_look_up_behind() noexcept;

// What dlsym() gives a caller at `caller` that asked for `name` in a library that it opened, in place of
// `function`, which that library offers: a hook, when the library's calls are recorded by it; else
// `function`. A library that does not call the shim as a layer is recorded so, the first one that there is,
// unless the application links another. Of others a note says that they are not recorded.
void* given_for(void* function, const char* name, const void* caller) noexcept;

}  // namespace launchproof::shim
