// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=32
// sibling: halved_index_past_end.cl
// about: pairs share an output; the even work-item of each pair writes it

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  if (i % 2 == 0) out[i / 2] = i;
}
