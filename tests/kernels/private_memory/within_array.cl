// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: past_private_array.cl
// about: an index that is not known stays within a private array

__kernel void keep(__global int *out) {
  int t[8];
  int i = get_local_id(0);
  for (int k = 0; k < 7; k++) t[k] = k;
  t[i] = i;
  out[i] = t[i & 3];
}
