// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=40 --arg last=9
// about: fmax keeps it beyond the end

__kernel void clip(__global int *out, int last) {
  int i = get_global_id(0);
  if (i == (int)fmax((float)i, (float)last)) out[i] = i;
}
