/* Preloaded beside the shim: everybody's clock. LAUNCHPROOF_TEST_CLOCK: "jumps" goes by a century to and fro,
 * "back" goes back by one once and stands, "stands" shows one moment for ever. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static atomic_int reads;

static time_t seconds_now(void) {
  const char* how = getenv("LAUNCHPROOF_TEST_CLOCK");
  const int read = atomic_fetch_add(&reads, 1);
  if (how != NULL && strcmp(how, "jumps") == 0) return read % 2 == 0 ? 4000000000 : 1;
  if (how != NULL && strcmp(how, "back") == 0) return read == 0 ? 4000000000 : 1;
  return 4000000000;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = seconds_now();
  now->tv_nsec = 999999999;
  return 0;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  now->tv_sec = seconds_now();
  now->tv_usec = 0;
  return 0;
}

time_t time(time_t* at) {
  const time_t now = seconds_now();
  if (at != NULL) *at = now;
  return now;
}
