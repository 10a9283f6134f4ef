// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:000000000100000000000000
// about: the second of the contents that are given breaks the invariant

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  int s = 0;
  for (int j = 0; __invariant(s == 0), j < 3; j++)
    s += in[j];
  out[i] = s + i;
}
