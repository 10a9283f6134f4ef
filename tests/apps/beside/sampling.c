/* Preloaded beside the shim: a profiler that stops the process every half millisecond, of its own time and of
 * the clock's, and looks where it is. At the end it writes into the file that LAUNCHPROOF_TEST_COUNTS names
 * whether it did so. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int samples;

static void take_sample(int number) {
  const int error = errno;
  void* frames[32];
  (void)number;
  if (backtrace(frames, 32) > 0) atomic_fetch_add(&samples, 1);
  errno = error;
}

static __attribute__((constructor)) void begin(void) {
  void* frames[1];
  backtrace(frames, 1); /* loads what it needs, which no handler may do */
  struct sigaction action = {.sa_handler = take_sample, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval interval = {{0, 500}, {0, 500}};
  setitimer(ITIMER_PROF, &interval, NULL);
  setitimer(ITIMER_REAL, &interval, NULL);
}

static __attribute__((destructor)) void end(void) {
  /* A short program ends before its first sample. */
  for (int i = 0; atomic_load(&samples) == 0 && i < 5000; ++i) usleep(1000);
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &never, NULL);
  setitimer(ITIMER_REAL, &never, NULL);
  const char* path = getenv("LAUNCHPROOF_TEST_COUNTS");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fputs(atomic_load(&samples) > 0 ? "sampled\n" : "nothing\n", file);
  fclose(file);
}
