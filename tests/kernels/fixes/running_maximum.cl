// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer in=256 --buffer most=4
// about: all work-items keep one running maximum in a loop

__kernel void largest(__global const int *in, __global int *most) {
  for (int i = get_global_id(0); i < 64; i += get_global_size(0)) {
    int x = in[i];
    if (x > most[0]) most[0] = x;
  }
}
