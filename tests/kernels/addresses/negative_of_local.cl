// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the neighbour of the first element of local memory of unknown size

__kernel void smooth(__local int *row, __global int *out) {
  int i = get_local_id(0);
  row[i] = i;
  out[i] = row[2 * i - 1];
}
