/* Has a RUNPATH to a folder that no other module searches, and opens a library there by its bare name. */
#include <dlfcn.h>
#include <stddef.h>

int ask(void) {
  void* found = dlopen("libbeside_answer.so", RTLD_NOW | RTLD_LOCAL);
  if (found == NULL) return 0;
  int (*answer)(void) = (int (*)(void))dlsym(found, "answer");
  return answer == NULL ? 0 : answer();
}
