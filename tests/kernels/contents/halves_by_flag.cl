// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer flags=32
// sibling: halves_by_flag_overlap.cl
// about: Whatever the flags are, the place in one half or the other is the work-item's own.

kernel void k(global int* out, global const int* flags) {
  int i = get_global_id(0);
  out[(flags[i] & 1) * 8 + i] = i;
}
