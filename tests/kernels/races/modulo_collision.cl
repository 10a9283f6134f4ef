// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: a stride of six modulo 16 maps two work-items to one element

__kernel void scatter(__global uint *out) {
  uint i = get_global_id(0);
  out[i * 6 % 16] = i;
}
