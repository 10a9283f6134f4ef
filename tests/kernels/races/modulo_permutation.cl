// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: modulo_collision.cl
// about: an odd stride modulo 16 permutes the sixteen work-items

__kernel void scatter(__global uint *out) {
  uint i = get_global_id(0);
  out[i * 5 % 16] = i;
}
