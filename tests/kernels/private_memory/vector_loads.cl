// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: vector_loads_first_half.cl
// about: vector loads and stores of a private array move the entries that they name

__kernel void scatter(__global int *out) {
  int t[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int i = get_local_id(0);
  vstore4(vload4(i / 4, t), 0, t);
  out[t[i & 3]] = i;
}
