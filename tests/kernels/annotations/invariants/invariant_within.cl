// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: invariant_within_fails.cl
// about: an invariant that stands within a loop is asked in every iteration

__kernel void some(__global int *out) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    sum += i;
    __invariant(sum >= i); 
  }
  out[get_global_id(0)] = sum;
}
