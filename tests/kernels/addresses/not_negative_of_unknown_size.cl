// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: negative_of_unknown_size.cl
// about: the first of the elements is that of the array

__kernel void shifted(__global int *data) {
  int i = (int)get_global_id(0) - 0;
  data[i] = i;
}
