// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: padded_triples.cl
// about: vstore3 packs three elements each

__kernel void triples(__global int *out) {
  int i = get_global_id(0);
  __global int *padded = out + 32;
  vstore3((int3)(i, i, i), i, out);
  vstore3((int3)(i, i, i), 0, padded + i * 4);
}
