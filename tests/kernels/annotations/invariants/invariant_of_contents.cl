// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:000000000000000000000000
// sibling: invariant_of_contents_broken.cl
// about: an invariant holds with the contents that are given

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  int s = 0;
  for (int j = 0; __invariant(s == 0), j < 3; j++)
    s += in[j];
  out[i] = s + i;
}
