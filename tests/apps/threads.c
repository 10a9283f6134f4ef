/* Eight threads, each with its own kernel object and buffer, launch at the same time. Argument: launches a
 * thread. */
#include <pthread.h>

#include "common.h"

enum { kThreads = 8 };
static struct setup g_with;
static cl_program g_program;
static int g_launches = 100;

static void* work(void* number) {
  const int value = (int)(size_t)number;
  cl_kernel kernel = make_kernel(g_program, "fill");
  cl_mem buffer = make_buffer(&g_with, 64 * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
  for (int i = 0; i < g_launches; ++i) launch(&g_with, kernel, 64, 8);
  CHECK(clFinish(g_with.queue));
  CHECK(clReleaseKernel(kernel));
  CHECK(clReleaseMemObject(buffer));
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) g_launches = atoi(argv[1]);
  g_with = make_setup();
  g_program = make_program(&g_with, kFillSource, NULL);
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  puts("done");
  return 0;
}
