// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: overlapping stores differ in the bytes that they share

__kernel void clear(__global short *data) {
  int i = get_global_id(0);
  vstore2((short2)(1, 0), 0, data + i);
}
