// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer in=32 --buffer found=4
// about: some work-items store to one place; the first one need not be among them

__kernel void find(__global const int *in, __global int *found) {
  int i = get_global_id(0);
  if (in[i] > 0) found[0] = i;
}
