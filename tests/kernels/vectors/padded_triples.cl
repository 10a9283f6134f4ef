// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 4 --num-groups 2
// about: an int3 array pads each element to four, so triples of two kinds overlap

__kernel void triples(__global int *out) {
  int i = get_global_id(0);
  __global int *padded = out;
  vstore3((int3)(i, i, i), i, out);
  vstore3((int3)(i, i, i), 0, padded + i * 4);
}
