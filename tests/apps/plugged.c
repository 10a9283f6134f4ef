/* Links no OpenCL, but opens a library that does (tests/apps/plugin), so that nobody else sees the loader;
 * with a second argument twice, closed in between. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  for (int i = 1; i < argc; ++i) {
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 2;
    }
    int (*runs)(void) = NULL;
    void* function = dlsym(library, "plugin_runs");
    memcpy(&runs, &function, sizeof function);
    printf("ran: %d\n", runs());
    dlclose(library);
  }
  return 0;
}
