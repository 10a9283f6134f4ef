/* Starts itself in a child, by the function that the first argument names, with an environment of which the
 * second one says what it has:
 *   fresh    only what the driver of the tests needs
 *   others   that, another library to be preloaded and another layer (which there is not)
 *   cleared  as fresh, in place of this process's own, by functions that pass that on
 *   none     a null pointer, by which "true" is started
 *   large    forty thousand variables more than fresh
 * The child launches once. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

enum { kLarge = 40000 };

static char* environment_of[8 + kLarge];

static void make_environment(const char* what) {
  static char vendors[4096];
  size_t count = 0;
  snprintf(vendors, sizeof vendors, "OCL_ICD_VENDORS=%s", getenv("OCL_ICD_VENDORS"));
  environment_of[count++] = vendors;
  if (strcmp(what, "others") == 0) {
    environment_of[count++] = (char*)"LD_PRELOAD=libm.so.6";
    environment_of[count++] = (char*)"OPENCL_LAYERS=";
  }
  for (int i = 0; strcmp(what, "large") == 0 && i < kLarge; ++i) environment_of[count++] = (char*)"x=1";
}

static int become(const char* how, char* self, char** words, char** with) {
  if (strcmp(how, "execve") == 0) return execve(self, words, with);
  if (strcmp(how, "execvpe") == 0) return execvpe(self, words, with);
  if (strcmp(how, "execle") == 0) return execle(self, words[0], words[1], NULL, with);
  if (strcmp(how, "fexecve") == 0) return fexecve(open(self, O_RDONLY | O_CLOEXEC), words, with);
  if (strcmp(how, "execveat") == 0) return execveat(AT_FDCWD, self, words, with, 0);
  environ = with;
  if (strcmp(how, "execv") == 0) return execv(self, words);
  if (strcmp(how, "execvp") == 0) return execvp(self, words);
  if (strcmp(how, "execl") == 0) return execl(self, words[0], words[1], NULL);
  if (strcmp(how, "execlp") == 0) return execlp(self, words[0], words[1], NULL);
  return -1;
}

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  launch(&with, kernel, 64, argc > 2 ? 16 : 8);
  if (argc < 3) {
    const char* const preloaded = getenv("LD_PRELOAD");
    printf("with libm: %d\n", preloaded != NULL && strstr(preloaded, "libm.so.6") != NULL);
    return 0;
  }
  const char* const how = argv[1];
  const int is_none = strcmp(argv[2], "none") == 0;
  make_environment(argv[2]);
  char* self = is_none ? (char*)"/bin/true" : argv[0];
  char* words[] = {self, (char*)"started", NULL};
  char** const wanted = is_none ? NULL : environment_of;
  pid_t child = 0;
  int status = 77;
  if (strcmp(how, "posix_spawn") == 0)
    CHECK(posix_spawn(&child, self, NULL, NULL, words, wanted));
  else if (strcmp(how, "posix_spawnp") == 0)
    CHECK(posix_spawnp(&child, self, NULL, NULL, words, wanted));
  else if ((child = strcmp(how, "execve") == 0 ? vfork() : fork()) == 0) {
    become(how, self, words, wanted);
    _exit(99);
  }
  waitpid(child, &status, 0);
  printf("%d\n", status);
  return 0;
}
