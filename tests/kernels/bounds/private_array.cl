// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: private_array_past_end.cl
// about: a private array is indexed by the masked id

__kernel void private_table(__global int *out) {
  int table[4];
  for (int k = 0; k < 4; k++) table[k] = k * k;
  int i = get_global_id(0);
  out[i] = table[i & 3];
}
