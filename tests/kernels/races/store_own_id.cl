// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: store_halved_id.cl
// about: each work-item stores to its own element

__kernel void number(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
}
