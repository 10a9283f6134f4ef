// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: invariant_fails.cl
// about: an invariant holds whenever the loop's condition is asked, the last time too

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; __invariant(j <= 8), j < 8; j++) out[i] = j;
}
