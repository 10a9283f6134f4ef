// expect: verified
// launch: --local-size 4 --num-groups 2 --arg count=5
// sibling: stop_past_row.cl
// about: the trip count is a scalar that the launch gives

__kernel void fill(__global int *out, int count) {
  int i = get_global_id(0);
  for (int k = 0; k < count; k++) out[i * 5 + k] = i;
}
