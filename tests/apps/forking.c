/* Two launches, then a child process that launches twice: with the parent's objects, or, when the argument is
 * "exec", after starting itself anew. A last launch in the parent. */
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

static int in_new_process(void) {
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 32, 5);
  launch(&with, kernel, 32, 8);
  launch(&with, kernel, 32, 16);
  CHECK(clFinish(with.queue));
  return 0;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "fork";
  if (strcmp(mode, "again") == 0) return in_new_process();
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  launch(&with, kernel, 64, 8);
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (strcmp(mode, "exec") == 0) {
      execl(argv[0], argv[0], "again", (char*)NULL);
      _exit(9);
    }
    launch(&with, kernel, 64, 8);
    launch(&with, kernel, 64, 32);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  launch(&with, kernel, 64, 16);
  CHECK(clFinish(with.queue));
  printf("child: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}
