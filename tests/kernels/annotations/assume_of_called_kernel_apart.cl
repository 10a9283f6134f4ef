// expect: verified
// sibling: assume_of_called_kernel.cl
// launch: --kernel some --local-size 8 --num-groups 1 --buffer out=40
// about: what a called kernel assumes leaves out work-items of its caller

__kernel void called(__global int *out) {
  __assume(get_local_id(0) < 1);
  out[1] = get_local_id(0);
}

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i + 2] = i;
  called(out);
}
