// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: header_and_long_step.cl
// about: The question decides a value that the kernel does not use.

kernel void k(global int* out) {
#if __has_include("steps_of_device.h")
#define STEPS 2
#else
#define STEPS 3
#endif
  out[get_global_id(0)] = 1;
}
