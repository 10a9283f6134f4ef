// expect: defect
// property: data-race
// lines: 13
// cause: annotation-not-judged 11
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=12
// about: the contents with which the race happens break an invariant that was not decided

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  int s = 0;
  for (int j = 0; __invariant(s == 0), j < 3; j++)
    s += in[j];
  out[s == 0 ? i : 0] = i;
}
