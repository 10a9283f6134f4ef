// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=12
// about: an invariant that some contents break

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  int s = 0;
  for (int j = 0; __invariant(s == 0), j < 3; j++)
    s += in[j];
  out[i] = s + i;
}
