/* Linked statically: no library can be loaded into it. The text is what tells it from a program without
 * OpenCL. */
#include <stdio.h>

int main(void) {
  puts("clGetPlatformIDs");
  return 0;
}
