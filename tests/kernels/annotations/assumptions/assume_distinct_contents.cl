// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --buffer idx=64
// sibling: assume_distinct_contents_of_some.cl
// about: what is assumed of two work-items' values excludes that they meet
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void scatter(__global int *out, __global const uchar *idx) {
  int i = get_global_id(0), to = idx[i];
  __assume(__distinct_int(to));
  out[to] = i;
}
