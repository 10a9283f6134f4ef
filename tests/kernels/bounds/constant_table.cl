// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: constant_table_modulus.cl
// about: a table of four entries is read modulo four

__constant int weights[4] = {1, 4, 6, 4};

__kernel void weigh(__global int *out) {
  int i = get_global_id(0);
  out[i] = weights[i % 4] * i;
}
