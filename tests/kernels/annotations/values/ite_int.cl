// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: ite_int_otherwise.cl
// about: a choice between two integers

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__ite_int(i > 3, i, 4) >= 4); 
  out[i] = 1;
}
