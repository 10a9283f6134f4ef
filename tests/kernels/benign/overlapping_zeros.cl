// expect: verified
// lines: 9
// launch: --local-size 8 --num-groups 2
// sibling: overlapping_ones.cl
// about: overlapping stores agree in every byte that they share

__kernel void clear(__global short *data) {
  int i = get_global_id(0);
  vstore2((short2)(0, 0), 0, data + i);
}
