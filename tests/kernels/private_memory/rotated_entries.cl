// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=16
// sibling: rotated_entries_lost.cl
// about: rounds of a loop rotate the entries of a private array

__kernel void rotate(__global int *out) {
  int t[4] = {0, 1, 2, 3};
  int i = get_local_id(0);
  for (int round = 0; round < 3; round++) {
    int first = t[0];
    for (int k = 0; k < 3; k++) t[k] = t[k + 1];
    t[3] = first;
  }
  out[t[i]] = i;
}
