// expect: defect
// property: data-race
// lines: 8 9
// launch: --local-size 8 --num-groups 2 --contents found=bytes:ffffffff00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
// about: the counter begins with all bits set, so that the first place behind it is the counter itself

__kernel void collect(__global uint *found) {
  uint slot = atomic_inc(&found[0]);
  found[slot + 1] = get_global_id(0);
}
