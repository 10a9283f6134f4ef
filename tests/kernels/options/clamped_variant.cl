// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-DROWS=4 -DCLAMP"
// about: the option selects a variant that clamps the index

__kernel void variant(__global int *out) {
  int i = get_global_id(0);
#ifdef CLAMP
  out[min(i, ROWS)] = i;
#else
  out[i * ROWS] = i;
#endif
}
