// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer even=64 --buffer odd=64
// sibling: chosen_pointer_shared.cl
// about: a private array holds pointers, and an index that is not known chooses one

__kernel void fill(__global int *even, __global int *odd) {
  __global int *to[2];
  to[0] = even;
  to[1] = odd;
  int i = get_global_id(0);
  to[i & 1][i / 2] = i;
}
