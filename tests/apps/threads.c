/* Eight threads, each with its own kernel object and buffer, launch at the same time. Arguments: launches a
 * thread; "mixed", for queues of their own that come and go, events that another thread's launches wait for,
 * arguments that change, programs, and shared virtual memory that is made and freed; "shared", for one kernel
 * object that all of them set and launch under a lock of the application's; "apart", for as many kernel
 * objects of one program, set without one. The global size of each launch then tells its arguments: the
 * value, and how large the buffer is. */
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

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static cl_event g_latest; /* of some thread */

static void* mix(void* number) {
  const int index = (int)(size_t)number;
  cl_kernel kernel = make_kernel(g_program, "fill");
  cl_mem buffer = make_buffer(&g_with, 64 * sizeof(cl_int));
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  const size_t global = 64;
  for (int i = 0; i < g_launches; ++i) {
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(
        g_with.context, g_with.device, i % 2 == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    CHECK(code);
    const int value = (index + i) % 16;
    CHECK(clSetKernelArg(kernel, 1, sizeof value, &value));
    cl_event event = NULL, before = NULL;
    pthread_mutex_lock(&g_mutex);
    before = g_latest;
    if (before != NULL) CHECK(clRetainEvent(before));
    pthread_mutex_unlock(&g_mutex);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, before != NULL,
                                 before != NULL ? &before : NULL, &event));
    if (before != NULL) CHECK(clReleaseEvent(before));
    pthread_mutex_lock(&g_mutex);
    before = g_latest;
    g_latest = event;
    pthread_mutex_unlock(&g_mutex);
    if (before != NULL) CHECK(clReleaseEvent(before));
    void* memory = clSVMAlloc(g_with.context, CL_MEM_READ_WRITE, 256, 0);
    if (memory != NULL) {
      CHECK(clSetKernelArgSVMPointer(kernel, 0, memory));
      launch(&g_with, kernel, 64, 8);
      CHECK(clFinish(g_with.queue));
      clSVMFree(g_with.context, memory);
      CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    }
    CHECK(clFinish(queue));
    if (i % 10 == 0) CHECK(clReleaseProgram(make_program(&g_with, kFillSource, "-DOTHER")));
    CHECK(clReleaseCommandQueue(queue));
  }
  CHECK(clReleaseKernel(kernel));
  CHECK(clReleaseMemObject(buffer));
  return NULL;
}

enum { kNumbers = 16 };    /* of each thread */
static cl_kernel g_kernel; /* of all, if any */

/* Sets both arguments to what belongs to the number, and launches. */
static void launch_number(cl_kernel kernel, const cl_mem* buffers, int number) {
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[number % kNumbers]));
  CHECK(clSetKernelArg(kernel, 1, sizeof number, &number));
  launch(&g_with, kernel, (size_t)number, 1);
}

static void* number(void* index) {
  cl_mem buffers[kNumbers];
  const int first = (int)(size_t)index * kNumbers + kNumbers;
  cl_kernel kernel = g_kernel != NULL ? g_kernel : make_kernel(g_program, "fill");
  for (int i = 0; i < kNumbers; ++i) buffers[i] = make_buffer(&g_with, (size_t)(first + i) * sizeof(cl_int));
  for (int i = 0; i < g_launches; ++i) {
    if (g_kernel != NULL) pthread_mutex_lock(&g_mutex);
    launch_number(kernel, buffers, first + i % kNumbers);
    if (g_kernel != NULL) pthread_mutex_unlock(&g_mutex);
  }
  CHECK(clFinish(g_with.queue));
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) g_launches = atoi(argv[1]);
  const char* how = argc > 2 ? argv[2] : "usual";
  const int mixed = strcmp(how, "mixed") == 0;
  const int numbered = strcmp(how, "shared") == 0 || strcmp(how, "apart") == 0;
  g_with = make_setup();
  g_program = make_program(&g_with, kFillSource, NULL);
  if (strcmp(how, "shared") == 0) g_kernel = make_kernel(g_program, "fill");
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], NULL, numbered ? number : mixed ? mix : work, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  if (g_latest != NULL) CHECK(clReleaseEvent(g_latest));
  puts("done");
  return 0;
}
