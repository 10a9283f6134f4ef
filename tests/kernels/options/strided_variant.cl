// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-DROWS=4"
// sibling: clamped_variant.cl
// about: without the option the plain index is used

__kernel void variant(__global int *out) {
  int i = get_global_id(0);
#ifdef CLAMP
  out[min(i, ROWS)] = i;
#else
  out[i * ROWS] = i;
#endif
}
