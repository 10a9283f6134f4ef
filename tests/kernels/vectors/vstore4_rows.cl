// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: vstore4_overlap.cl
// about: four-element stores go to rows of four

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  vstore4((int4)(i, i + 1, i + 2, i), 0, out + i * 4);
}
