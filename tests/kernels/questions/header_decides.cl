// expect: unknown
// cause: compiler-answer 8
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: Whether the device's compiler finds the file is not known.

kernel void k(global int* out) {
  int step = 1;
#if __has_include("steps_of_device.h")
  step = 2;
#endif
  out[get_global_id(0) * step % 9] = 1;
}
