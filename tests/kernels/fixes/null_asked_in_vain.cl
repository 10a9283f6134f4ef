// expect: defect
// property: null-access
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer mask=null
// about: a question for a pointer is asked the wrong way round; a second one behind it would keep the access from ever happening

__kernel void k(__global int *out, __global const int *mask) {
  int i = get_global_id(0), m = 1;
  if (mask == 0)
    m = mask[i];
  out[i] = m;
}
