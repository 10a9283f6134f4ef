/* What the example applications share: one device, one program from a kernel file, one queue.
 * Every function prints what failed to stderr and ends the program with status 1; none returns an error. */
#ifndef EXAMPLES_COMMON_HOST_H
#define EXAMPLES_COMMON_HOST_H

#include <stddef.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

typedef struct {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
} Host;

/* Takes the first device of the first platform that has one, builds `kernel_file` and creates `kernel_name`.
 */
Host host_open(const char* kernel_file, const char* kernel_name);
void host_close(Host* host);

/* A read-write buffer; `contents` may be NULL, then the buffer is filled with zeros. */
cl_mem host_buffer(Host* host, size_t bytes, const void* contents);
void host_argument(Host* host, cl_uint index, size_t bytes, const void* value);
/* Runs the kernel over `global` work-items in groups of `local` and waits for it. */
void host_run(Host* host, size_t global, size_t local);
void host_read(Host* host, cl_mem buffer, size_t bytes, void* to);

#endif
