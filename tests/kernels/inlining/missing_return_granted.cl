// expect: verified
// launch: --local-size 4 --num-groups 4 --buffer out=64 --build-options "-cl-std=CLC++"
// sibling: missing_return_granted_elsewhere.cl
// oracle: skip what is behind the end is undefined
// about: In C++, a function that ends without a return promises its compiler that its end is not reached.

int at(int x) {
  if (x < 8) return x;
}

__kernel void k(__global int *out) {
  int i = get_global_id(0);
  out[at(i)] = i;
}
