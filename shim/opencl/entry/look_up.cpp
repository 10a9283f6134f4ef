// dlsym() and dlvsym(), for applications that open an OpenCL library, or NVRTC, and examine it. Unless the
// caller looks up a name of OpenCL or NVRTC in a certain library, they jump to the function of the C library,
// with the caller's own return address. The C library uses this address to interpret RTLD_NEXT, RTLD_DEFAULT
// and the caller's namespace.
#include <dlfcn.h>

#include <cstring>
#include <string_view>

#include "shim/nvrtc/interpose.h"
#include "shim/opencl/entry/opened.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {
namespace {

// Returns whether a function is hooked, or is the one that asks drivers for their platforms.
bool is_looked_at(std::string_view name) {
#define LAUNCHPROOF_HOOK(function, ...) \
  if (name == #function) return true;
#include "shim/opencl/entry/hooks.def"
  return name == "clIcdGetPlatformIDsKHR";
}

// Calls of a function that is looked up in a library may have to be recorded.
bool is_looked_into(void* handle, const char* name) {
  if (handle == RTLD_NEXT || handle == RTLD_DEFAULT || name == nullptr) return false;
  const bool may_be_hooked = (name[0] == 'c' && name[1] == 'l') || (name[0] == 'n' && name[1] == 'v');
  return may_be_hooked && (is_looked_at(name) || is_nvrtc_hooked(name)) && recording_is_wanted();
}

// A program without NVRTC must not find one just because the shim has hooks for its functions.
bool is_own_alone(void* handle, const char* name) {
  return handle == RTLD_DEFAULT && name != nullptr && name[0] == 'n' && name[1] == 'v' &&
         is_nvrtc_hooked(name) && !is_nvrtc_behind(name);
}

// Returns the hook that the application gets for a function found in a library, or the function itself.
void* in_place_of(void* function, const char* name, const void* caller) noexcept {
  return is_nvrtc_hooked(name) ? nvrtc_given_for(function, name) : given_for(function, name, caller);
}

}  // namespace
}  // namespace launchproof::shim

extern "C" {

// Returns our function, or the function that it calls.
struct LaunchproofLookedUp {
  void* result;
  void* goes_on_to;
};

__attribute__((visibility("hidden"))) LaunchproofLookedUp launchproof_look_up(void* handle, const char* name,
                                                                              const void* caller) noexcept {
  using namespace launchproof::shim;
  const LookUp behind = look_up_behind();
  if (is_own_alone(handle, name)) return {nullptr, nullptr};
  if (!is_looked_into(handle, name)) return {nullptr, reinterpret_cast<void*>(behind)};
  void* const function = behind(handle, name);
  if (function == nullptr) return {nullptr, nullptr};
  return {in_place_of(function, name, caller), nullptr};
}

__attribute__((visibility("hidden"))) LaunchproofLookedUp launchproof_look_up_version(
    void* handle, const char* name, const char* version, const void* caller) noexcept {
  using namespace launchproof::shim;
  const VersionLookUp behind = version_look_up_behind();
  if (is_own_alone(handle, name)) return {nullptr, nullptr};
  if (!is_looked_into(handle, name)) return {nullptr, reinterpret_cast<void*>(behind)};
  void* const function = behind(handle, name, version);
  if (function == nullptr) return {nullptr, nullptr};
  return {in_place_of(function, name, caller), nullptr};
}

}  // extern "C"

#if defined(__x86_64__)
asm(R"(
	.text
	.globl dlsym
	.type dlsym, @function
dlsym:
	.cfi_startproc
	endbr64
	pushq %rdi
	.cfi_adjust_cfa_offset 8
	pushq %rsi
	.cfi_adjust_cfa_offset 8
	subq $8, %rsp
	.cfi_adjust_cfa_offset 8
	movq 24(%rsp), %rdx
	call launchproof_look_up
	addq $8, %rsp
	.cfi_adjust_cfa_offset -8
	popq %rsi
	.cfi_adjust_cfa_offset -8
	popq %rdi
	.cfi_adjust_cfa_offset -8
	testq %rdx, %rdx
	je 1f
	jmp *%rdx
1:	ret
	.cfi_endproc
	.size dlsym, .-dlsym

	.globl dlvsym
	.type dlvsym, @function
dlvsym:
	.cfi_startproc
	endbr64
	pushq %rdi
	.cfi_adjust_cfa_offset 8
	pushq %rsi
	.cfi_adjust_cfa_offset 8
	pushq %rdx
	.cfi_adjust_cfa_offset 8
	movq 24(%rsp), %rcx
	call launchproof_look_up_version
	movq %rdx, %r11
	popq %rdx
	.cfi_adjust_cfa_offset -8
	popq %rsi
	.cfi_adjust_cfa_offset -8
	popq %rdi
	.cfi_adjust_cfa_offset -8
	testq %r11, %r11
	je 1f
	jmp *%r11
1:	ret
	.cfi_endproc
	.size dlvsym, .-dlvsym
)");
#elif defined(__aarch64__)
asm(R"(
	.text
	.globl dlsym
	.type dlsym, %function
dlsym:
	.cfi_startproc
	hint #34
	stp x29, x30, [sp, #-32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	stp x0, x1, [sp, #16]
	mov x2, x30
	bl launchproof_look_up
	mov x16, x1
	cbz x16, 1f
	ldp x0, x1, [sp, #16]
	ldp x29, x30, [sp], #32
	br x16
1:	ldp x29, x30, [sp], #32
	ret
	.cfi_endproc
	.size dlsym, .-dlsym

	.globl dlvsym
	.type dlvsym, %function
dlvsym:
	.cfi_startproc
	hint #34
	stp x29, x30, [sp, #-48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	stp x0, x1, [sp, #16]
	str x2, [sp, #32]
	mov x3, x30
	bl launchproof_look_up_version
	mov x16, x1
	cbz x16, 1f
	ldp x0, x1, [sp, #16]
	ldr x2, [sp, #32]
	ldp x29, x30, [sp], #48
	br x16
1:	ldp x29, x30, [sp], #48
	ret
	.cfi_endproc
	.size dlvsym, .-dlvsym
)");
#endif
