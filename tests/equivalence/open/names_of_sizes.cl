// equal: "copy --local-size *n --num-groups *m" "again --local-size *m --num-groups *n"
// expect: usage
// reason: leave sizes open under different names
// about: A name is one number on both sides, so that these launches have other groups.
__kernel void copy(__global uint *out) {
  out[get_global_id(0)] = get_local_size(0);
}

__kernel void again(__global uint *out) {
  out[get_global_id(0)] = get_local_size(0);
}
