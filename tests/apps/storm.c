/* Forks thirty children, one after the other, while three threads set arguments and launch. Each child
 * launches twice and is killed after ten seconds: it may have inherited a lock that nobody will open. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

enum { kThreads = 3, kChildren = 30 };
static struct setup g_with;
static atomic_bool g_stop;

static void* work(void* unused) {
  (void)unused;
  cl_kernel kernel = make_fill(&g_with, 64, 1);
  for (int value = 0; !atomic_load(&g_stop); value = (value + 1) % 64) {
    CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
    launch(&g_with, kernel, 64, 8);
  }
  return NULL;
}

int main(void) {
  g_with = make_setup();
  cl_kernel kernel = make_fill(&g_with, 64, 2);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, work, NULL);
  int lost = 0;
  for (int i = 0; i < kChildren; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      launch(&g_with, kernel, 64, 8);
      launch(&g_with, kernel, 64, 16);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    lost += status != 0;
  }
  atomic_store(&g_stop, 1);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  printf("children lost: %d\n", lost);
  return 0;
}
