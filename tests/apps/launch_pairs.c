/* Two launches, on memory that both reach. The first argument says what they do there:
 *   same           both write one range                        a race
 *   halves         each writes its half                        none
 *   halves_off     the halves have one element in common       a race
 *   reads          both read one range, and write their own    none
 *   read_write     the first writes what the second reads      a race
 *   atomics        both count in one cell                      none
 *   atomic_plain   one counts in a cell that the other sets    a race
 *   parts          sub-buffers that lie apart                  none
 *   parts_off      sub-buffers that overlap by 64 bytes        a race
 *   gather         the second reads elements beyond those of the first, whose numbers a buffer holds: none
 *   gather_off     one of these numbers is smaller             a race
 *   mostly_equal   both store equal bytes in twenty places, and others in the last one    a race
 *   stored_twice   the first stores what the second does, and then a value that devices compute otherwise not
 * known constants      both write by pointers that are declared to be read only, of two programs    a race
 *   busy           both write one range, behind long launches, so that their contents become known late    a
 * race twice          one launch twice                           they store equal bytes image          the
 * first writes the pixels that the second reads    a race image_apart    the second reads pixels of other
 * rows      none large          16 million work-items each, which have one element in common    a race svm
 * both write one allocation of shared virtual memory    a race svm_apart      the second begins behind what
 * the first writes       none The second one says what puts one before the other: unordered      nothing, in
 * one queue out of order queues         nothing, in two queues in order event          the second waits for
 * the event of the first */
#include "common.h"

enum { kItems = 64, kPartBytes = 1024, kMany = 1 << 24 };

static struct setup with;

static cl_mem part_of(cl_mem buffer, size_t origin) {
  const cl_buffer_region region = {origin, kPartBytes};
  cl_int code = CL_SUCCESS;
  cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  CHECK(code);
  return part;
}

static void set_number(cl_kernel kernel, cl_uint index, cl_int number) {
  CHECK(clSetKernelArg(kernel, index, sizeof number, &number));
}

static void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer) {
  CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

int main(int argc, char** argv) {
  const char* const mode = argc > 1 ? argv[1] : "same";
  const char* const order = argc > 2 ? argv[2] : "unordered";
#define IS(word) (strcmp(mode, word) == 0)
  with = make_setup();
  const int two = strcmp(order, "queues") == 0;
  cl_int code = CL_SUCCESS;
  cl_command_queue one = clCreateCommandQueue(with.context, with.device,
                                              two ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
  CHECK(code);
  cl_command_queue other = two ? with.queue : one;
  const char* const text =
      "__kernel void fill(__global int* out, int base) { out[base + get_global_id(0)] = get_global_id(0); }\n"
      "__kernel void negate(__global int* out, int base) { out[base + get_global_id(0)] = -1; }\n"
      "__kernel void copy(__global const int* in, __global int* out, int base) {\n"
      "  out[base + get_global_id(0)] = in[get_global_id(0)];\n"
      "}\n"
      "__kernel void store(__global int* out, int last) {\n"
      "  out[0] = 0;\n"
      "  out[1] = 1;\n"
      "  out[2] = 2;\n"
      "  out[3] = 3;\n"
      "  out[4] = 4;\n"
      "  out[5] = 5;\n"
      "  out[6] = 6;\n"
      "  out[7] = 7;\n"
      "  out[8] = 8;\n"
      "  out[9] = 9;\n"
      "  out[10] = 10;\n"
      "  out[11] = 11;\n"
      "  out[12] = 12;\n"
      "  out[13] = 13;\n"
      "  out[14] = 14;\n"
      "  out[15] = 15;\n"
      "  out[16] = 16;\n"
      "  out[17] = 17;\n"
      "  out[18] = 18;\n"
      "  out[19] = 19;\n"
      "  out[20] = last;\n"
      "}\n"
      "__kernel void count(__global int* cell) { atomic_inc(cell); }\n"
      "__kernel void add(__global int* cell) { atomic_add(cell, 2); }\n"
      "__kernel void reset(__global int* cell) { if (get_global_id(0) == 0) *cell = 0; }\n"
      "__kernel void gather(__global const int* in, __global const int* number, __global int* out) {\n"
      "  out[get_global_id(0)] = in[number[get_global_id(0)]];\n"
      "}\n"
      "__kernel void draw(write_only image2d_t to) {\n"
      "  write_imagei(to, (int2)(get_global_id(0) % 16, get_global_id(0) / 16), (int4)(1));\n"
      "}\n"
      "__kernel void look(read_only image2d_t from, __global int* out, int row) {\n"
      "  int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16 + row);\n"
      "  out[get_global_id(0)] = read_imagei(from, at).x;\n"
      "}\n"
      "__kernel void settle(__global int* cell, __global const float* in) {\n"
      "  if (get_global_id(0) != 0) return;\n"
      "  cell[0] = 0;\n"
      "  cell[0] = (int)native_sin(in[0]);\n"
      "}\n"
      "__kernel void overwrite(__global const int* in, int value) {\n"
      "  ((__global int*)in)[get_global_id(0)] = value;\n"
      "}\n";
  const char* const options = IS("constants") ? "-cl-kernel-arg-info" : "";
  cl_program program = make_program(&with, text, options);
  cl_mem data = make_buffer(&with, 4 * kPartBytes);
  cl_mem source = make_buffer(&with, 4 * kPartBytes);
  cl_mem result = make_buffer(&with, 4 * kPartBytes);
  cl_int numbers[kItems];
  for (int i = 0; i < kItems; ++i) numbers[i] = kItems + (i * 7) % kItems;
  if (IS("gather_off")) numbers[5] = 3;

  cl_kernel first = make_kernel(program, "fill"), second = NULL;
  set_buffer(first, 0, data);
  set_number(first, 1, 0);
  if (IS("same") || IS("busy") || IS("halves") || IS("halves_off")) {
    second = make_kernel(program, "negate");
    set_buffer(second, 0, data);
    set_number(second, 1, IS("halves") ? kItems : IS("halves_off") ? kItems - 1 : 0);
  } else if (IS("reads")) {
    first = make_kernel(program, "copy");
    second = make_kernel(program, "copy");
    set_buffer(first, 0, source);
    set_buffer(first, 1, data);
    set_number(first, 2, 0);
    set_buffer(second, 0, source);
    set_buffer(second, 1, data);
    set_number(second, 2, kItems);
  } else if (IS("read_write")) {
    second = make_kernel(program, "copy");
    set_buffer(second, 0, data);
    set_buffer(second, 1, result);
    set_number(second, 2, 0);
  } else if (IS("atomics") || IS("atomic_plain")) {
    first = make_kernel(program, "count");
    second = make_kernel(program, IS("atomics") ? "add" : "reset");
    set_buffer(first, 0, data);
    set_buffer(second, 0, data);
  } else if (IS("parts") || IS("parts_off")) {
    second = make_kernel(program, "negate");
    set_buffer(first, 0, part_of(data, 0));
    set_number(first, 1, kPartBytes / 4 - kItems);
    set_buffer(second, 0, part_of(data, IS("parts") ? kPartBytes : kPartBytes / 2));
    set_number(second, 1, IS("parts") ? 0 : kPartBytes / 8 - 16);
  } else if (IS("gather") || IS("gather_off")) {
    second = make_kernel(program, "gather");
    cl_mem number =
        clCreateBuffer(with.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &code);
    CHECK(code);
    set_buffer(second, 0, data);
    set_buffer(second, 1, number);
    set_buffer(second, 2, result);
  } else if (IS("mostly_equal")) {
    first = make_kernel(program, "store");
    second = make_kernel(program, "store");
    set_buffer(first, 0, data);
    set_number(first, 1, 1);
    set_buffer(second, 0, data);
    set_number(second, 1, 2);
  } else if (IS("stored_twice")) {
    first = make_kernel(program, "settle");
    second = make_kernel(program, "reset");
    set_buffer(first, 0, data);
    set_buffer(first, 1, source);
    set_buffer(second, 0, data);
  } else if (IS("constants")) {
    first = make_kernel(program, "overwrite");
    second = make_kernel(make_program(&with, text, options), "overwrite");
    set_buffer(first, 0, data);
    set_number(first, 1, 1);
    set_buffer(second, 0, data);
    set_number(second, 1, 2);
  } else if (IS("twice")) {
    second = first;
  } else if (IS("large")) {
    data = make_buffer(&with, 2 * sizeof(cl_int) * (size_t)kMany);
    second = make_kernel(program, "negate");
    set_buffer(first, 0, data);
    set_buffer(second, 0, data);
    set_number(second, 1, kMany - 1);
  } else if (IS("image") || IS("image_apart")) {
    const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
    const cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
    cl_mem image = clCreateImage(with.context, CL_MEM_READ_WRITE, &format, &shape, NULL, &code);
    CHECK(code);
    first = make_kernel(program, "draw");
    second = make_kernel(program, "look");
    set_buffer(first, 0, image);
    set_buffer(second, 0, image);
    set_buffer(second, 1, result);
    set_number(second, 2, IS("image") ? 0 : kItems / 16);
  } else if (IS("svm") || IS("svm_apart")) {
    char* const memory = clSVMAlloc(with.context, CL_MEM_READ_WRITE, kPartBytes, 0);
    if (memory == NULL) return kNoDevice;
    second = make_kernel(program, "negate");
    CHECK(clSetKernelArgSVMPointer(first, 0, memory));
    CHECK(clSetKernelArgSVMPointer(second, 0, IS("svm") ? memory : memory + kItems * sizeof(cl_int)));
    set_number(second, 1, 0);
  } else {
    fprintf(stderr, "no such mode: %s\n", mode);
    return 2;
  }

  const size_t global = IS("large") ? kMany : kItems, local = 16;
  if (IS("busy")) {
    const cl_command_queue queues[] = {one, other};
    for (int i = 0; i < 2; ++i) {
      cl_kernel slow = make_kernel(program, "fill");
      set_buffer(slow, 0, make_buffer(&with, sizeof(cl_int) * (size_t)kMany));
      set_number(slow, 1, 0);
      const size_t many = kMany;
      CHECK(clEnqueueNDRangeKernel(queues[i], slow, 1, NULL, &many, &local, 0, NULL, NULL));
    }
  }
  cl_event event = NULL;
  const int waits = strcmp(order, "event") == 0;
  CHECK(clEnqueueNDRangeKernel(one, first, 1, NULL, &global, &local, 0, NULL, &event));
  CHECK(clEnqueueNDRangeKernel(other, second, 1, NULL, &global, &local, waits, waits ? &event : NULL, NULL));
  CHECK(clFinish(one));
  CHECK(clFinish(other));
  return 0;
}
