// expect: defect
// property: data-race
// lines: 9 18
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// oracle: skip it takes all that a function reads for what is read for its annotation
// about: the function of an annotation is called by the kernel too, which then reads by itself

int next(__global int *out, __global int *in, int i) {
  int v = in[(i + 1) % 8];
  v = v + 1;
  return v;
}

__kernel void some(__global int *out, __global int *in) {
  int i = get_local_id(0);
  __assert(next(out, in, i) == 0 | true);
  out[i] = next(out, in, i);
  in[i] = i;
}
