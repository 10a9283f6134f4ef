// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=15 --buffer out=60
// sibling: guarded_tail_by_one.cl
// about: the guard keeps the last group inside the buffer

__kernel void fill(__global int *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = i;
}
