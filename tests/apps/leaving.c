/* Ends in unusual ways after one launch. Argument: _exit, raw (a system call of its own), abort, segv, kill,
 * nothing (no launch), closed (all descriptors closed first, then reused), native (after three native
 * kernels), return. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"

/* Closes every descriptor, opens a file of its own where the shim's may have been, launches, checks the file.
 */
static int closed(const struct setup* with, cl_kernel kernel) {
  launch(with, kernel, 64, 4);
  for (int i = 0; i < 1024; ++i) close(i);
  char name[] = "own-file-XXXXXX";
  int own[16];
  own[0] = mkstemp(name);
  for (int i = 1; i < 16; ++i) own[i] = dup(own[0]);
  launch(with, kernel, 64, 8);
  launch(with, kernel, 64, 16);
  const off_t bytes = lseek(own[0], 0, SEEK_END);
  unlink(name);
  return bytes == 0 && own[0] >= 0 && own[0] < 3 ? 0 : 9;
}

static void CL_CALLBACK of_host(void* unused) {
  (void)unused;
  puts("on the host");
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "return";
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  if (strcmp(mode, "nothing") == 0) return 0;
  if (strcmp(mode, "closed") == 0) return closed(&with, kernel);
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  if (strcmp(mode, "_exit") == 0) _exit(21);
  if (strcmp(mode, "native") == 0)
    for (int i = 0; i < 3; ++i)
      CHECK(clEnqueueNativeKernel(with.queue, of_host, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
  if (strcmp(mode, "raw") == 0) syscall(SYS_exit_group, 0);
  if (strcmp(mode, "abort") == 0) abort();
  if (strcmp(mode, "segv") == 0) raise(SIGSEGV);
  if (strcmp(mode, "kill") == 0) kill(getpid(), SIGKILL);
  return 0;
}
