// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4,2 --num-groups 2,2 --arg width=8 --arg height=4 --buffer out=128
// about: a plane of 8 by 4 elements is indexed with its height

__kernel void plane(__global int *out, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) out[y * height + x] = y * 100 + x;
}
