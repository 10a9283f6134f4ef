// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer begin=64 --buffer end=@begin+48:16
// sibling: walk_to_other_part.cl
// about: a loop between two arguments ends where the second one begins

__kernel void fill(__global int *begin, __global int *end) {
  int i = get_global_id(0);
  for (__global int *p = begin; p < end; p += 4)
    p[i + 4] = i;
}
