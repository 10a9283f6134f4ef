// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 4,2 --num-groups 2,2 --buffer plane=1024
// about: rows overlap where the pitch, which the launch does not give, is less than their length

__kernel void shade(__global int *plane, uchar pitch) {
  plane[get_global_id(1) * pitch + get_global_id(0)] = get_global_id(1) * 8 + get_global_id(0);
}
