// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=64
// about: eight-byte stores go to neighbouring words

__kernel void wide(__global uint *out) {
  uint i = get_global_id(0);
  if (i < 7) vstore2((uint2)(i, i + 100), 0, out + i);
}
