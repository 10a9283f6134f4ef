// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: global_ensures_wrong.cl
// about: what a function ensures to all work-items
// oracle: skip it does not know what functions ensure

int next(int n) {
  __global_ensures(__return_val_int() == n + 1); 
  return n + 1;
}

__kernel void some(__global int *out) {
  out[get_local_id(0)] = next(get_local_id(0));
}
