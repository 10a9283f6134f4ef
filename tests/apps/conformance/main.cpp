// Calls every function of the OpenCL 3.0 host API and of the extensions that the shim knows, with valid and
// with invalid arguments, and prints the result of each call. The output is the same in each run, and must be
// the same under the shim. The argument "complete" adds the calls that crash PoCL 3.1; it is meant for the
// tests' own driver. The exit status is 77 if there is no device.
#include <cstring>

#include "call.h"

int main(int argc, char** argv) {
  using namespace conformance;
  std::setvbuf(stdout, nullptr, _IOLBF, 4096);  // a crash shows how far it came
  Setup with;
  with.is_complete = argc > 1 && std::strcmp(argv[1], "complete") == 0;
  platforms(with);
  if (with.queue == nullptr) return 77;
  queues(with);
  programs(with);
  if (with.program == nullptr) return 4;
  buffers(with);
  images(with);
  shared_memory(with);
  kernels(with);
  launches(with);
  transfers(with);
  events(with);
  extensions(with);
  interfaces(with);
  end(with);
  return 0;
}
