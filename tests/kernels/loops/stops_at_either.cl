// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --buffer limits=64
// sibling: stops_at_either_late.cl
// about: a loop's condition joins what an array holds to a bound

__kernel void fill(__global int *out, __global const int *limits) {
  int i = get_global_id(0);
  for (int k = 0; k < limits[i] && k < 16; k++) {
    out[16 * i + k] = i;
  }
}
