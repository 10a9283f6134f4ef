// expect: possible-defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 4 --buffer found=68
// about: the guard lets one place through that is the counter itself, which then hands out places again

__kernel void collect(__global uint *found) {
  uint slot = atomic_inc(&found[16]);
  if (slot <= 16) found[slot] = get_global_id(0);
}
