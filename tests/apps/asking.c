/* Launches, and opens a library by way of another one's RUNPATH, before and after. Argument: that other one.
 */
#include <dlfcn.h>

#include "common.h"

static int asked(void* library) {
  int (*ask)(void) = (int (*)(void))dlsym(library, "ask");
  return ask == NULL ? -1 : ask();
}

int main(int argc, char** argv) {
  if (dlopen("libbeside_answer.so", RTLD_NOW) != NULL) return 3; /* it is on no path of its own */
  void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 2;
  printf("answer: %d\n", asked(library));
  const struct setup with = make_setup();
  launch(&with, make_fill(&with, 64, 1), 64, 8);
  CHECK(clFinish(with.queue));
  printf("answer: %d\n", asked(library));
  return 0;
}
