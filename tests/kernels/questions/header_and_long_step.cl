// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: The last work-item leaves the array, whatever the compiler answers.

kernel void k(global int* out) {
#if __has_include("steps_of_device.h")
#define STEPS 2
#else
#define STEPS 3
#endif
  out[get_global_id(0) + 1] = 1;
}
