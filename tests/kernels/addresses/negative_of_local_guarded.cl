// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: negative_of_local_unguarded.cl
// about: the first element has no neighbour before it

__kernel void smooth(__local int *row, __global int *out) {
  int i = get_local_id(0);
  row[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = i > 0 ? row[i - 1] : 0;
  out[i] = left;
}
