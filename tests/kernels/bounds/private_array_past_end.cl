// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: the mask lets the id run past the private array

__kernel void private_table(__global int *out) {
  int table[4];
  for (int k = 0; k < 4; k++) table[k] = k * k;
  int i = get_global_id(0);
  out[i] = table[i & 7];
}
