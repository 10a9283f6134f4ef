/* Launches whose buffers are written in many ways just before them. Prints what the kernel made of them, so
 * that a run under the shim can be compared with one without. */
#include <pthread.h>

#include "common.h"

enum { kItems = 64, kBytes = kItems * sizeof(cl_int) };

static const char* const kSource =
    "__kernel void gather(__global int* out, __global const int* in) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)] + 1;\n"
    "}\n"
    "__kernel void scatter(__global int* out, __global const int* in) {\n"
    "  out[in[get_global_id(0)]] = get_global_id(0);\n"
    "}\n"
    "__kernel void take(__global int* out, __global int* in) {\n"
    "  int place = in[get_global_id(0)];\n"
    "  out[place] = get_global_id(0);\n"
    "  in[get_global_id(0)] = place + 1;\n"
    "}\n"
    "__kernel void slow(__global int* out) {\n"
    "  int i = get_global_id(0), x = i;\n"
    "  for (int k = 0; k < 3000000; ++k) x = x * 1664525 + 1013904223;\n"
    "  out[i] = 7 + i + (x == 12345 ? 1 : 0);\n"
    "}\n";

struct work {
  struct setup with;
  cl_kernel kernel;
  cl_mem out, in;
};

static void bind(const struct work* work) {
  CHECK(clSetKernelArg(work->kernel, 0, sizeof work->out, &work->out));
  CHECK(clSetKernelArg(work->kernel, 1, sizeof work->in, &work->in));
}

static struct work make_work(cl_command_queue_properties properties) {
  struct work work;
  work.with = make_setup();
  if (properties != 0) {
    cl_int code = CL_SUCCESS;
    work.with.queue = clCreateCommandQueue(work.with.context, work.with.device, properties, &code);
    CHECK(code);
  }
  work.kernel = make_kernel(make_program(&work.with, kSource, ""), "gather");
  work.out = make_buffer(&work.with, kBytes);
  work.in = make_buffer(&work.with, kBytes);
  bind(&work);
  return work;
}

static void fill(cl_int* values, cl_int first) {
  for (int i = 0; i < kItems; ++i) values[i] = first + i;
}

static cl_event write_in(const struct work* work, cl_command_queue queue, const cl_int* values,
                         cl_uint wait_count, const cl_event* wait) {
  cl_event written;
  CHECK(clEnqueueWriteBuffer(queue, work->in, CL_FALSE, 0, kBytes, values, wait_count, wait, &written));
  return written;
}

static cl_event gather(const struct work* work, cl_uint wait_count, const cl_event* wait) {
  const size_t global = kItems;
  cl_event ran;
  CHECK(
      clEnqueueNDRangeKernel(work->with.queue, work->kernel, 1, NULL, &global, NULL, wait_count, wait, &ran));
  return ran;
}

static void print_out(const struct work* work, cl_event after) {
  cl_int values[kItems];
  CHECK(clEnqueueReadBuffer(work->with.queue, work->out, CL_TRUE, 0, kBytes, values, 1, &after, NULL));
  printf("out: %d .. %d\n", values[0], values[kItems - 1]);
}

static void repeated(int times, int changes) {
  const struct work work = make_work(0);
  cl_int values[kItems];
  for (int i = 0; i < times; ++i) {
    fill(values, 100 * (i % changes));
    const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
    print_out(&work, gather(&work, 1, &written));
  }
}

/* Writes to places that are read from a buffer: each its own, or in the launch of number `repeated` the first
 * two the same. `take` also writes to the buffer. */
static void scatter(const char* kernel, int launches, int repeated) {
  struct work work = make_work(0);
  work.kernel = make_kernel(make_program(&work.with, kSource, ""), kernel);
  bind(&work);
  cl_int values[kItems];
  for (int launch = 1; launch <= launches; ++launch) {
    for (int i = 0; i < kItems; ++i) values[i] = (i + launch) % kItems;
    if (launch == repeated) values[1] = values[0];
    const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
    print_out(&work, gather(&work, 1, &written));
  }
}

/* The write is ordered before the launch by its event alone. */
static void out_of_order(void) {
  const struct work work = make_work(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int values[kItems];
  fill(values, 10);
  const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
  print_out(&work, gather(&work, 1, &written));
}

/* A slow kernel in another queue makes what this launch reads. */
static void two_queues(void) {
  const struct work work = make_work(0);
  cl_int code = CL_SUCCESS;
  cl_command_queue other = clCreateCommandQueue(work.with.context, work.with.device, 0, &code);
  CHECK(code);
  cl_kernel slow = make_kernel(make_program(&work.with, kSource, ""), "slow");
  CHECK(clSetKernelArg(slow, 0, sizeof work.in, &work.in));
  const size_t global = kItems;
  cl_event made;
  CHECK(clEnqueueNDRangeKernel(other, slow, 1, NULL, &global, NULL, 0, NULL, &made));
  print_out(&work, gather(&work, 1, &made));
}

/* In order, without any event: the slow kernel before makes what the launch reads. */
static void in_order(void) {
  const struct work work = make_work(0);
  cl_kernel slow = make_kernel(make_program(&work.with, kSource, ""), "slow");
  CHECK(clSetKernelArg(slow, 0, sizeof work.in, &work.in));
  const size_t global = kItems;
  CHECK(clEnqueueNDRangeKernel(work.with.queue, slow, 1, NULL, &global, NULL, 0, NULL, NULL));
  print_out(&work, gather(&work, 0, NULL));
}

/* The application completes an event after the launch was enqueued; `chained`: a write waits for it, and the
 * launch for the write; `queued`: a marker in the same queue waits for it. */
static void user_event(const char* how) {
  const int queued = strcmp(how, "queued") == 0;
  const struct work work = make_work(queued ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int values[kItems];
  fill(values, 20);
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(work.with.context, &code);
  CHECK(code);
  cl_event ran;
  if (strcmp(how, "chained") == 0) {
    const cl_event written = write_in(&work, work.with.queue, values, 1, &gate);
    ran = gather(&work, 1, &written);
  } else if (queued) {
    write_in(&work, work.with.queue, values, 1, &gate);
    ran = gather(&work, 0, NULL);
  } else {
    const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
    const cl_event both[2] = {written, gate};
    ran = gather(&work, 2, both);
  }
  CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
  print_out(&work, ran);
  /* Now nothing is open any more. */
  fill(values, 30);
  const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
  const size_t global = kItems / 2;
  CHECK(clEnqueueNDRangeKernel(work.with.queue, work.kernel, 1, NULL, &global, NULL, 1, &written, &ran));
  print_out(&work, ran);
}

static void sub_buffers(void) {
  const struct work whole = make_work(0);
  cl_int code = CL_SUCCESS;
  cl_mem parent = make_buffer(&whole.with, 4096);
  const cl_buffer_region low = {0, kBytes}, high = {1024, kBytes};
  struct work work = whole;
  work.out = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &low, &code);
  CHECK(code);
  work.in = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &high, &code);
  CHECK(code);
  bind(&work);
  cl_int values[kItems];
  fill(values, 40);
  CHECK(clEnqueueWriteBuffer(work.with.queue, parent, CL_TRUE, 1024, kBytes, values, 0, NULL, NULL));
  print_out(&work, gather(&work, 0, NULL));
  /* Both arguments one object. */
  work.out = work.in;
  bind(&work);
  print_out(&work, gather(&work, 0, NULL));
}

static void flagged(cl_mem_flags flags) {
  struct work work = make_work(0);
  static cl_int values[kItems] __attribute__((aligned(4096)));
  fill(values, 50);
  cl_int code = CL_SUCCESS;
  work.in = clCreateBuffer(work.with.context, flags, kBytes, values, &code);
  CHECK(code);
  bind(&work);
  print_out(&work, gather(&work, 0, NULL));
  if ((flags & CL_MEM_USE_HOST_PTR) == 0) return;
  cl_int* mapped =
      clEnqueueMapBuffer(work.with.queue, work.in, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, NULL, NULL, &code);
  CHECK(code);
  fill(mapped, 60);
  CHECK(clEnqueueUnmapMemObject(work.with.queue, work.in, mapped, 0, NULL, NULL));
  const size_t global = kItems / 2;
  cl_event ran;
  CHECK(clEnqueueNDRangeKernel(work.with.queue, work.kernel, 1, NULL, &global, NULL, 0, NULL, &ran));
  print_out(&work, ran);
}

static struct work threads_work[2];
static cl_int results[2];

static void* run_thread(void* number) {
  const cl_int first = (cl_int)(size_t)number * 1000;
  const struct work work = threads_work[(size_t)number];
  cl_int values[kItems];
  for (int i = 0; i < 20; ++i) {
    fill(values, first + i);
    const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
    const cl_event ran = gather(&work, 1, &written);
    CHECK(clEnqueueReadBuffer(work.with.queue, work.out, CL_TRUE, 0, kBytes, values, 1, &ran, NULL));
  }
  results[(size_t)number] = values[0];
  return NULL;
}

static void threads(void) {
  pthread_t other;
  for (int i = 0; i < 2; ++i) threads_work[i] = make_work(0);
  pthread_create(&other, NULL, run_thread, (void*)1);
  run_thread((void*)0);
  pthread_join(other, NULL);
  printf("out: %d, %d\n", results[0], results[1]);
}

/* Errors are the application's to see. */
static void invalid(void) {
  const struct work work = make_work(0);
  const size_t global = kItems, local = 7;
  printf("%d\n",
         clEnqueueNDRangeKernel(work.with.queue, work.kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  printf("%d\n", clEnqueueNDRangeKernel(work.with.queue, work.kernel, 4, NULL, &global, NULL, 0, NULL, NULL));
  cl_int values[kItems];
  fill(values, 70);
  const cl_event written = write_in(&work, work.with.queue, values, 0, NULL);
  print_out(&work, gather(&work, 1, &written));
}

/* A driver may refuse the first one. */
static void refused(void) {
  const struct work work = make_work(0);
  const size_t global = kItems;
  cl_int code;
  do {
    code = clEnqueueNDRangeKernel(work.with.queue, work.kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    printf("%d\n", code);
  } while (code != CL_SUCCESS);
}

/* An event of the application that is never set: retained, released, and released for the last time. */
static void released(void) {
  const struct work work = make_work(0);
  cl_int code = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(work.with.context, &code);
  CHECK(code);
  CHECK(clRetainEvent(gate));
  CHECK(clReleaseEvent(gate));
  launch(&work.with, work.kernel, kItems, 0);
  CHECK(clReleaseEvent(gate));
  launch(&work.with, work.kernel, kItems / 2, 0);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "repeated") == 0) repeated(atoi(argv[2]), atoi(argv[3]));
  if (strcmp(what, "scatter") == 0 || strcmp(what, "take") == 0) scatter(what, atoi(argv[2]), atoi(argv[3]));
  if (strcmp(what, "out-of-order") == 0) out_of_order();
  if (strcmp(what, "two-queues") == 0) two_queues();
  if (strcmp(what, "in-order") == 0) in_order();
  if (strcmp(what, "user-event") == 0) user_event(argv[2]);
  if (strcmp(what, "sub-buffers") == 0) sub_buffers();
  if (strcmp(what, "host-ptr") == 0) flagged(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  if (strcmp(what, "no-access") == 0)
    flagged(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS);
  if (strcmp(what, "threads") == 0) threads();
  if (strcmp(what, "invalid") == 0) invalid();
  if (strcmp(what, "refused") == 0) refused();
  if (strcmp(what, "released") == 0) released();
  return 0;
}
