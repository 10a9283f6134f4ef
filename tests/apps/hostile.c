/* Does what applications should not do, and says what it got. The argument names what. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

extern char** environ;

/* The executable's own clock, which the shim gets too: it jumps by years, to and fro. */
static int jumps;
int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = ++jumps % 2 == 0 ? 1 : 4000000000;
  now->tv_nsec = 999999999 * (jumps % 2);
  return 0;
}

static void* end_thread(void* with) {
  launch(with, make_fill(with, 64, 2), 64, 8);
  pthread_exit(NULL);
}

static void* wait_to_be_cancelled(void* with) {
  cl_kernel kernel = make_fill(with, 64, 3);
  for (int i = 0;; ++i) {
    CHECK(clSetKernelArg(kernel, 1, sizeof i, &i));
    launch(with, kernel, 64, 8);
    pthread_testcancel();
  }
}

static void threads(struct setup* with) {
  for (int i = 0; i < 8; ++i) {
    pthread_t ending, cancelled;
    pthread_create(&ending, NULL, end_thread, with);
    pthread_create(&cancelled, NULL, wait_to_be_cancelled, with);
    usleep(1000);
    pthread_cancel(cancelled);
    pthread_join(ending, NULL);
    pthread_join(cancelled, NULL);
  }
}

/* Grows until the stack ends. */
static int overflow(int depth) {
  volatile char page[65536];
  if (depth < 0) return 0;
  page[depth % 65536] = (char)depth;
  return overflow(depth + 1) + page[(depth + 1) % 65536];
}

static void wrong(const struct setup* with, cl_kernel kernel) {
  const cl_ulong big[4] = {0};
  const size_t zero[3] = {0, 0, 0}, some[3] = {64, 1, 1};
  cl_int code = 77;
  printf("sizes: %d", clSetKernelArg(kernel, 0, 1, big));
  printf(" %d", clSetKernelArg(kernel, 1, 0, NULL));
  printf(" %d", clSetKernelArg(kernel, 1, sizeof big, big));
  printf(" %d\n", clSetKernelArg(kernel, 4095, 4, big));
  printf("launches: %d", clEnqueueNDRangeKernel(with->queue, kernel, 0, NULL, some, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(with->queue, kernel, 4, NULL, some, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(with->queue, kernel, 1, NULL, NULL, NULL, 0, NULL, NULL));
  printf(" %d", clEnqueueNDRangeKernel(with->queue, kernel, 3, NULL, zero, NULL, 0, NULL, NULL));
  printf(" %d\n", clEnqueueNDRangeKernel(with->queue, kernel, 1, NULL, some, some, 1, NULL, NULL));
  printf("null: %d", clEnqueueNDRangeKernel(NULL, NULL, 1, NULL, some, NULL, 0, NULL, NULL));
  printf(" %d %d", clSetKernelArg(NULL, 0, 4, big), clReleaseKernel(NULL));
  printf(" %d %d", clReleaseMemObject(NULL), clReleaseProgram(NULL));
  printf(" %d %d", clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL), clFinish(NULL));
  printf(" %d", clGetProgramInfo(NULL, CL_PROGRAM_BINARIES, 0, NULL, NULL));
  printf(" %d", clCreateBuffer(NULL, 0, 4, NULL, &code) == NULL);
  printf(" %d", clCreateKernel(NULL, "fill", &code) == NULL);
  printf(" %d\n", clCreateProgramWithSource(NULL, 0, NULL, NULL, &code) == NULL);
}

/* Starts itself again in every way that there is. */
static void start(char* self, int with_environment) {
  char* arguments[] = {self, (char*)"plain", NULL};
  char* vendors = getenv("OCL_ICD_VENDORS");
  char kept[4096];
  snprintf(kept, sizeof kept, "OCL_ICD_VENDORS=%s", vendors == NULL ? "" : vendors);
  char* fresh[] = {kept, NULL};
  char** environment = with_environment ? environ : fresh;
  pid_t child = 0;
  int status = 77;
  if (posix_spawn(&child, self, NULL, NULL, arguments, environment) == 0) waitpid(child, &status, 0);
  printf("spawned: %d\n", status);
  child = vfork();
  if (child == 0) {
    execve(self, arguments, environment);
    _exit(99);
  }
  waitpid(child, &status, 0);
  printf("vforked: %d\n", status);
}

static void many_kernels(const struct setup* with) {
  cl_program program = make_program(with, kFillSource, "");
  cl_mem buffer = make_buffer(with, 256);
  for (int i = 0; i < 10000; ++i) {
    char name[32];
    snprintf(name, sizeof name, "fill_%d", i);
    cl_kernel kernel = make_kernel(program, name);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    launch(with, kernel, 64, 8);
  }
}

/* Fifty million characters, most of them comment. */
static cl_kernel big_program(const struct setup* with) {
  const size_t bytes = 50u << 20;
  char* source = malloc(bytes + 1);
  unsigned seed = 1;
  for (size_t i = 0; i < bytes; ++i)
    source[i] = (char)('a' + ((seed = seed * 1103515245 + 12345) >> 16) % 26);
  memcpy(source, kFillSource, strlen(kFillSource));
  memcpy(source + strlen(kFillSource), "//", 2);
  source[bytes] = 0;
  cl_kernel kernel = make_kernel(make_program(with, source, ""), "fill");
  free(source);
  cl_mem buffer = make_buffer(with, 256);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  return kernel;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "plain";
  setvbuf(stdout, NULL, _IONBF, 0);
  if (strcmp(mode, "umask") == 0) umask(0777);
  struct setup with = make_setup();
  if (strcmp(mode, "many-kernels") == 0) return many_kernels(&with), 0;
  if (strcmp(mode, "start") == 0) start(argv[0], 1);
  if (strcmp(mode, "start-fresh") == 0) start(argv[0], 0);
  cl_kernel kernel = strcmp(mode, "big-program") == 0 ? big_program(&with) : make_fill(&with, 64, 1);
  if (strcmp(mode, "chdir") == 0 && chdir("/") != 0) return 9;
  if (strcmp(mode, "chroot") == 0 && (chroot("/proc/self/fdinfo") != 0 || chdir("/") != 0)) return 9;
  launch(&with, kernel, 64, 8);
  launch(&with, kernel, 64, 16);
  if (strcmp(mode, "wrong") == 0) wrong(&with, kernel);
  if (strcmp(mode, "threads") == 0) threads(&with);
  if (strcmp(mode, "overflow") == 0) return overflow(0);
  /* Until it is killed. */
  for (int i = 0; strcmp(mode, "forever") == 0; ++i) {
    CHECK(clSetKernelArg(kernel, 1, sizeof i, &i));
    launch(&with, kernel, 64, 8);
    if (i % 64 == 0) kernel = make_fill(&with, 64, 1);
  }
  CHECK(clFinish(with.queue));
  return 0;
}
