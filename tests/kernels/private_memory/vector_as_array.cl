// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=16
// sibling: vector_as_array_twice.cl
// about: a private vector is read through a pointer to its components

__kernel void scatter(__global int *out) {
  int4 v = (int4)(3, 2, 1, 0);
  const int *p = (const int *)&v;
  int i = get_local_id(0);
  out[p[i]] = i;
}
