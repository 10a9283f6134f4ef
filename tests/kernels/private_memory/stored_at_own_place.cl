// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: stored_beside.cl
// about: what is stored at an index that is not known is found there again

__kernel void scatter(__global int *out) {
  int t[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int i = get_local_id(0);
  t[i] = i;
  out[t[i]] = i;
}
