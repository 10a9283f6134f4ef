// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64
// sibling: long_stores_overlap.cl
// about: eight-byte stores go to every second word

__kernel void wide(__global uint *out) {
  uint i = get_global_id(0);
  if (i < 7) vstore2((uint2)(i, i + 100), 0, out + i * 2);
}
