/* Launches whose buffers others change at nearly the same time: callbacks, threads, other commands of a queue
 * that is out of order. Prints what does not depend on when. What each launch of `gather` found in its buffer
 * is written to the file "found", one number a line, for it does depend on when. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "common.h"

enum { kItems = 64, kBytes = kItems * sizeof(cl_int), kMany = 1 << 20 };

static const char* const kSource =
    "__kernel void gather(__global int* out, __global int* in) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n"
    "__kernel void bump(__global int* in) {\n"
    "  in[get_global_id(0)] += 1;\n"
    "}\n"
    "__kernel void slow(__global int* out) {\n"
    "  int i = get_global_id(0), x = i;\n"
    "  for (int k = 0; k < 200000; ++k) x = x * 1664525 + 1013904223;\n"
    "  out[i] = x;\n"
    "}\n";

static struct setup with;
static cl_program program;
static cl_mem in, out;

static void prepare(cl_command_queue_properties properties) {
  with = make_setup();
  cl_int code = CL_SUCCESS;
  if (properties != 0) with.queue = clCreateCommandQueue(with.context, with.device, properties, &code);
  CHECK(code);
  program = make_program(&with, kSource, "");
  in = make_buffer(&with, kBytes);
  out = make_buffer(&with, kBytes);
  const cl_int zero = 0;
  CHECK(clEnqueueFillBuffer(with.queue, in, &zero, sizeof zero, 0, kBytes, 0, NULL, NULL));
  CHECK(clFinish(with.queue));
}

static cl_kernel bound(const char* name, cl_mem first, cl_mem second) {
  cl_kernel kernel = make_kernel(program, name);
  CHECK(clSetKernelArg(kernel, 0, sizeof first, &first));
  if (second != NULL) CHECK(clSetKernelArg(kernel, 1, sizeof second, &second));
  return kernel;
}

static cl_int run(cl_kernel kernel, size_t items, cl_uint wait_count, const cl_event* wait, cl_event* event) {
  return clEnqueueNDRangeKernel(with.queue, kernel, 1, NULL, &items, NULL, wait_count, wait, event);
}

static void fill(cl_int* values, cl_int value) {
  for (int i = 0; i < kItems; ++i) values[i] = value;
}

static void note_found(FILE* file, cl_event after) {
  cl_int values[kItems];
  CHECK(clEnqueueReadBuffer(with.queue, out, CL_TRUE, 0, kBytes, values, 1, &after, NULL));
  fprintf(file, "%d\n", values[0]);
}

/* The callback of a write that comes before the launch enqueues another write to the same buffer. The first
 * write waits for a slow kernel in another queue, so that the launch is mostly enqueued before the callback.
 */
static cl_int from_callback[kItems];
static atomic_int called;

static void CL_CALLBACK write_more(cl_event event, cl_int status, void* data) {
  (void)event, (void)status, (void)data;
  CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, kBytes, from_callback, 0, NULL, NULL));
  CHECK(clFlush(with.queue));
  atomic_store(&called, 1);
}

static void callback(FILE* found) {
  prepare(0);
  cl_kernel gather = bound("gather", out, in), slow = bound("slow", make_buffer(&with, kBytes), NULL);
  cl_int code = CL_SUCCESS;
  cl_command_queue other = clCreateCommandQueue(with.context, with.device, 0, &code);
  CHECK(code);
  const size_t few = 16;
  cl_int values[kItems];
  for (int i = 0; i < 20; ++i) {
    fill(values, 100 + i);
    fill(from_callback, 500 + i);
    atomic_store(&called, 0);
    cl_event made, written, ran;
    CHECK(clEnqueueNDRangeKernel(other, slow, 1, NULL, &few, NULL, 0, NULL, &made));
    CHECK(clFlush(other));
    CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, kBytes, values, 1, &made, &written));
    CHECK(clSetEventCallback(written, CL_COMPLETE, write_more, NULL));
    CHECK(run(gather, kItems, 0, NULL, &ran));
    note_found(found, ran);
    while (atomic_load(&called) == 0) usleep(100);
    CHECK(clFinish(with.queue));
  }
}

/* A launch from within a callback. */
static cl_kernel kernel_of_callback;

static void CL_CALLBACK launch_more(cl_event event, cl_int status, void* data) {
  (void)event, (void)status;
  CHECK(run(kernel_of_callback, kItems, 0, NULL, data));
  CHECK(clFlush(with.queue));
  atomic_store(&called, 1);
}

static void launching(FILE* found) {
  prepare(0);
  kernel_of_callback = bound("gather", out, in);
  cl_int values[kItems];
  fill(values, 77);
  cl_event written, ran = NULL;
  CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, kBytes, values, 0, NULL, &written));
  CHECK(clSetEventCallback(written, CL_COMPLETE, launch_more, &ran));
  CHECK(clFlush(with.queue));
  while (atomic_load(&called) == 0) usleep(100);
  note_found(found, ran);
}

/* Another thread writes to the buffer all the time, in the same queue that is in order. */
static atomic_int stop;

static void* write_always(void* nothing) {
  cl_int values[kItems];
  for (cl_int i = 1; !atomic_load(&stop); ++i) {
    fill(values, i);
    cl_event written;
    CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, kBytes, values, 0, NULL, &written));
    CHECK(clWaitForEvents(1, &written));
    CHECK(clReleaseEvent(written));
    if (i % 16 == 0) usleep(2000);
  }
  return nothing;
}

static void threads(FILE* found) {
  prepare(0);
  cl_kernel gather = bound("gather", out, in);
  cl_int values[kItems];
  fill(values, 0);
  CHECK(clEnqueueWriteBuffer(with.queue, in, CL_TRUE, 0, kBytes, values, 0, NULL, NULL));
  pthread_t other;
  pthread_create(&other, NULL, write_always, NULL);
  for (int i = 0; i < 100; ++i) {
    cl_event ran;
    CHECK(run(gather, kItems, 0, NULL, &ran));
    note_found(found, ran);
    CHECK(clReleaseEvent(ran));
    if (i % 4 == 0) usleep(1000);
  }
  atomic_store(&stop, 1);
  pthread_join(other, NULL);
}

/* Out of order: the launch changes the buffer that is copied for it. Everything waits for the application. */
static void in_place(FILE* found) {
  prepare(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const size_t bytes = (size_t)kMany * sizeof(cl_int);
  in = make_buffer(&with, bytes);
  cl_kernel bump = bound("bump", in, NULL);
  cl_int* values = malloc(bytes);
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < kMany; ++i) values[i] = round * 1000;
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(with.context, &code), written, ran;
    CHECK(code);
    CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, bytes, values, 0, NULL, &written));
    const cl_event both[2] = {written, gate};
    CHECK(run(bump, kMany, 2, both, &ran));
    CHECK(clFlush(with.queue));
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &ran));
    CHECK(clEnqueueReadBuffer(with.queue, in, CL_TRUE, 0, bytes, values, 0, NULL, NULL));
    printf("%d %d\n", values[0], values[kMany - 1]);
    fprintf(found, "%d\n", values[0] - 1);
  }
  free(values);
}

/* Many launches wait for an event that the application sets when all are enqueued. */
static void pipelined(FILE* found) {
  prepare(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  enum { kLaunches = 40 };
  static cl_int values[kLaunches][kItems];
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(with.context, &code), ran[kLaunches], last = gate;
  CHECK(code);
  cl_kernel gather = bound("gather", out, in);
  for (int i = 0; i < kLaunches; ++i) {
    fill(values[i], i);
    cl_event written;
    CHECK(clEnqueueWriteBuffer(with.queue, in, CL_FALSE, 0, kBytes, values[i], 1, &last, &written));
    CHECK(run(gather, kItems, 1, &written, &ran[i]));
    last = ran[i];
    fprintf(found, "%d\n", i);
  }
  CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK(clFinish(with.queue));
  cl_int status = CL_QUEUED;
  for (int i = 0; i < kLaunches; ++i) {
    CHECK(clGetEventInfo(ran[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    printf("%d", status);
  }
  printf("\n");
}

/* Many launches behind an event of the application. */
static void many(void) {
  prepare(0);
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(with.context, &code);
  CHECK(code);
  cl_kernel gather = bound("gather", out, in);
  for (int i = 0; i < 300; ++i) CHECK(run(gather, kItems, i == 0 ? 1 : 0, i == 0 ? &gate : NULL, NULL));
  CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK(clFinish(with.queue));
}

/* The event that everything waits for is set to an error. */
static void failing(cl_command_queue_properties properties) {
  prepare(properties);
  cl_kernel gather = bound("gather", out, in);
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(with.context, &code), ran;
  CHECK(code);
  printf("%d\n", run(gather, kItems, 1, &gate, &ran));
  CHECK(clSetUserEventStatus(gate, -5));
  printf("%d\n", clWaitForEvents(1, &ran));
  cl_int status = CL_QUEUED;
  CHECK(clGetEventInfo(ran, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  printf("%s\n", status < 0 ? "failed" : "did not fail");
}

static void CL_CALLBACK on_end(cl_mem memory, void* data) {
  (void)memory;
  printf("%s is gone\n", (const char*)data);
}

/* References, destructors, profiling: what the application may look at. */
static void watched(void) {
  prepare(CL_QUEUE_PROFILING_ENABLE);
  cl_kernel gather = bound("gather", out, in);
  CHECK(clSetMemObjectDestructorCallback(in, on_end, "in"));
  cl_event ran;
  CHECK(run(gather, kItems, 0, NULL, &ran));
  CHECK(clFinish(with.queue));
  cl_ulong queued = 0, start = 0, end = 0;
  CHECK(clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL));
  CHECK(clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  CHECK(clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  printf("%d %d\n", queued <= start, start <= end);
  cl_uint count = 0;
  CHECK(clGetMemObjectInfo(in, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
  printf("buffer %u\n", count);
  CHECK(clGetCommandQueueInfo(with.queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL));
  printf("queue %u\n", count);
  CHECK(clGetContextInfo(with.context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  printf("context %u\n", count);
  CHECK(clReleaseKernel(gather));
  CHECK(clReleaseMemObject(in));
  printf("released\n");
}

/* The application writes to a buffer that it has mapped while launches read it. */
static void mapped(FILE* found) {
  prepare(0);
  cl_kernel gather = bound("gather", out, in);
  cl_int code = CL_SUCCESS;
  cl_int* values = clEnqueueMapBuffer(with.queue, in, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, NULL, NULL, &code);
  CHECK(code);
  fill(values, 5);
  cl_event ran;
  CHECK(run(gather, kItems, 0, NULL, &ran));
  note_found(found, ran);
  fill(values, 6);
  CHECK(clEnqueueUnmapMemObject(with.queue, in, values, 0, NULL, NULL));
  CHECK(run(gather, kItems / 2, 0, NULL, &ran));
  note_found(found, ran);
}

/* Slow launches are enqueued, and then nobody asks the API for anything but waits elsewhere. */
static void unasked(FILE* found) {
  prepare(0);
  cl_kernel gather = bound("gather", out, in), slow = bound("slow", in, NULL);
  CHECK(run(slow, (size_t)kItems, 0, NULL, NULL));
  cl_event ran;
  CHECK(run(gather, kItems, 0, NULL, &ran));
  CHECK(clFlush(with.queue));
  cl_int status = CL_QUEUED;
  while (status != CL_COMPLETE) {
    CHECK(clGetEventInfo(ran, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    usleep(1000);
  }
  fprintf(found, "0\n");
}

static atomic_int destroyed;

static void CL_CALLBACK note_destroyed(cl_context context, void* data) {
  (void)context;
  (void)data;
  atomic_store(&destroyed, 1);
}

/* Lets go of everything while a launch still waits for another, and waits for the context to be gone. */
static void released(void) {
  prepare(0);
  CHECK(clSetContextDestructorCallback(with.context, note_destroyed, NULL));
  cl_mem large = make_buffer(&with, kMany * sizeof(cl_int));
  cl_kernel slow = bound("slow", large, NULL);
  cl_kernel gather = bound("gather", out, in);
  CHECK(run(slow, 4096, 0, NULL, NULL));
  CHECK(run(gather, kItems, 0, NULL, NULL));
  CHECK(clFlush(with.queue));
  CHECK(clReleaseKernel(slow));
  CHECK(clReleaseKernel(gather));
  CHECK(clReleaseMemObject(large));
  CHECK(clReleaseMemObject(in));
  CHECK(clReleaseMemObject(out));
  CHECK(clReleaseProgram(program));
  CHECK(clReleaseCommandQueue(with.queue));
  CHECK(clReleaseContext(with.context));
  for (int i = 0; i < 10000 && !atomic_load(&destroyed); ++i) usleep(1000);
  printf("the context %s\n", atomic_load(&destroyed) ? "is destroyed" : "stays");
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  FILE* found = fopen("found", "w");
  if (found == NULL) return kFailure;
  if (strcmp(what, "callback") == 0) callback(found);
  if (strcmp(what, "launching") == 0) launching(found);
  if (strcmp(what, "threads") == 0) threads(found);
  if (strcmp(what, "in-place") == 0) in_place(found);
  if (strcmp(what, "pipelined") == 0) pipelined(found);
  if (strcmp(what, "failing") == 0) failing(0);
  if (strcmp(what, "failing-out-of-order") == 0) failing(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  if (strcmp(what, "watched") == 0) watched();
  if (strcmp(what, "many") == 0) many();
  if (strcmp(what, "released") == 0) released();
  if (strcmp(what, "mapped") == 0) mapped(found);
  if (strcmp(what, "unasked") == 0) unasked(found);
  fclose(found);
  return 0;
}
