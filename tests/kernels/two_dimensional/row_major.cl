// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --arg width=8 --arg height=4 --buffer out=128
// sibling: swapped_pitch.cl
// about: a plane of 8 by 4 elements is indexed with its width

__kernel void plane(__global int *out, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) out[y * width + x] = y * 100 + x;
}
