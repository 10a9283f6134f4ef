// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: ite_otherwise.cl
// about: a choice between two values

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__ite(i > 3, i, 4) >= 4); 
  out[i] = 1;
}
