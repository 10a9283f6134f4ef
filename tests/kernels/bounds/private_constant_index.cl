// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: private_constant_index_past_end.cl
// about: constant indices into a private array stay inside

__kernel void accumulate(__global int *out) {
  int i = get_global_id(0);
  int part[4] = {i, i + 1, i + 2, i + 3};
  int sum = 0;
  for (int k = 0; k < 4; k++) sum += part[k];
  out[i] = sum;
}
