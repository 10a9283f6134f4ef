// expect: verified
// launch: --local-size 8 --num-groups 2 --arg stride=2
// sibling: stride_not_given.cl
// about: the launch fixes a stride of two elements

__kernel void spread(__global int *out, int stride) {
  int i = get_global_id(0);
  out[i * stride] = i;
}
