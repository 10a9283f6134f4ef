/* Looks for functions by name, in the library that the second argument names, and says what it finds; the
 * first one says how: places   by RTLD_NEXT and RTLD_DEFAULT, here and in that library
 * (tests/apps/plain_loader) driver   asks a driver for its platforms by itself, as a loader does that is a
 * part of the program */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "common.h"

/* Since which version the C library has it. */
#if defined(__x86_64__)
#define KILL_VERSION "GLIBC_2.2.5"
#else
#define KILL_VERSION "GLIBC_2.17"
#endif

static void* found(void* library, const char* name) {
  void* function = dlsym(library, name);
  const char* const error = dlerror();
  printf("%s: %s, %s\n", name, function != NULL ? "found" : "not found",
         error != NULL ? "error" : "no error");
  return function;
}

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return kNoDevice;
  found(library, "clNothing");
  found(library, "clEnqueueNDRangeKernel");
  found(RTLD_DEFAULT, "clNothing");
  found(RTLD_DEFAULT, "nvrtcCompileProgram");
  if (strcmp(argv[1], "places") == 0) {
    printf("versions: %d", dlvsym(library, "clEnqueueNDRangeKernel", "PLAIN_1") != NULL);
    printf(" %d", dlvsym(library, "clEnqueueNDRangeKernel", "PLAIN_2") != NULL);
    printf(" %d", dlerror() != NULL);
    printf(" %d\n", dlvsym(RTLD_NEXT, "kill", KILL_VERSION) != NULL);
    /* A library that stands before the C library and has such a function itself is the next one. */
    printf("next: %d\n", dlsym(RTLD_NEXT, "kill") == dlsym(RTLD_DEFAULT, "kill"));
    int (*finds_itself)(void) = NULL;
    void* function = found(library, "plain_loader_finds_itself");
    memcpy(&finds_itself, &function, sizeof function);
    printf("itself: %d\n", finds_itself());
    return 0;
  }
  void* (*get_address)(const char*) = NULL;
  cl_int (*get_platforms)(cl_uint, cl_platform_id*, cl_uint*) = NULL;
  void* function = found(library, "clGetExtensionFunctionAddress");
  memcpy(&get_address, &function, sizeof function);
  function = get_address("clIcdGetPlatformIDsKHR");
  memcpy(&get_platforms, &function, sizeof function);
  cl_uint count = 0;
  printf("%d", get_platforms(0, NULL, &count));
  printf(" %u\n", count);
  return 0;
}
