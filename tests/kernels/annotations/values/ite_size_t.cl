// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: ite_size_t_otherwise.cl
// about: a choice between two sizes

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__ite_size_t(i > 3, 1, 2) >= 1); 
  out[i] = 1;
}
