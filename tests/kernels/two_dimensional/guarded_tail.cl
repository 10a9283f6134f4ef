// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --arg width=7 --arg height=3 --buffer out=84
// sibling: guarded_tail_by_one.cl
// about: the guard of a plane that does not fill its range

__kernel void plane(__global int *out, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) out[y * width + x] = x;
}
