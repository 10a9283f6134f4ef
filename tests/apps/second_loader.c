/* Launches by the loader that it links, then opens a copy of a loader (the argument) and asks it for
 * platforms, as a plug-in does that brings one of its own. */
#include <dlfcn.h>

#include "common.h"

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  const struct setup with = make_setup();
  launch(&with, make_fill(&with, 64, 1), 64, 16);
  CHECK(clFinish(with.queue));
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* found = library == NULL ? NULL : dlsym(library, "clGetPlatformIDs");
  __typeof__(clGetPlatformIDs)* get_platforms = NULL;
  memcpy(&get_platforms, &found, sizeof found);
  cl_uint count = 0;
  printf("%d", get_platforms == NULL ? -1 : get_platforms(0, NULL, &count));
  printf(" %u\n", count);
  return 0;
}
