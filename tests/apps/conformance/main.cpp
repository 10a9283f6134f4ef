// Calls every function of the OpenCL 3.0 host API, and those of extensions that the shim knows, with right
// and with wrong arguments, and prints what each call gave. The output is the same in each run, and must be
// the same under the shim. With the argument "complete" also what PoCL 3.1 dies of, for the driver of the
// tests. Status 77: there is no device.
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
