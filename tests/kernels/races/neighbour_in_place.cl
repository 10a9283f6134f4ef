// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --buffer in=68 --buffer data=68
// about: each work-item overwrites the element that its left neighbour reads

__kernel void smooth(__global const int *in, __global int *data) {
  size_t i = get_global_id(0);
  int right = data[i + 1];
  data[i] = right;
}
