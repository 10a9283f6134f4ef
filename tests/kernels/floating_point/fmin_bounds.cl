// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=40 --arg last=9
// sibling: fmax_bounds.cl
// about: fmin keeps a float index within the buffer

__kernel void clip(__global int *out, int last) {
  int i = get_global_id(0);
  if (i == (int)fmin((float)i, (float)last)) out[i] = i;
}
