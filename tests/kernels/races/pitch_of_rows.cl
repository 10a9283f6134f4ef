// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --buffer plane=1024 --arg pitch=8
// sibling: pitch_of_any_size.cl
// about: the pitch is as long as the rows

__kernel void shade(__global int *plane, uchar pitch) {
  plane[get_global_id(1) * pitch + get_global_id(0)] = get_global_id(1) * 8 + get_global_id(0);
}
