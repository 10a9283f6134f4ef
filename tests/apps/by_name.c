/* Asks for functions by name: "harmless" for one that launches nothing, "launching" for one that does,
 * "alone" for the same and launches nothing by itself. */
#include "common.h"

int main(int argc, char** argv) {
  const struct setup with = make_setup();
  cl_platform_id platform;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  const int alone = argc > 1 && strcmp(argv[1], "alone") == 0;
  const int launching = alone || (argc > 1 && strcmp(argv[1], "launching") == 0);
  const char* const name = launching ? "clRemapCommandBufferKHR" : "clIcdGetPlatformIDsKHR";
  /* Twice, and one that no driver has. */
  for (int i = 0; i < 2; ++i) {
    printf("%d", clGetExtensionFunctionAddressForPlatform(platform, name) != NULL);
    printf("%d", clGetExtensionFunctionAddressForPlatform(platform, "clCommandNothingKHR") != NULL);
  }
  puts("");
  if (alone) return 0;
  launch(&with, make_fill(&with, 64, 1), 64, 16);
  CHECK(clFinish(with.queue));
  return 0;
}
