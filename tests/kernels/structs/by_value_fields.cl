// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=72 --arg w.first=3 --arg w.step[0]=0 --arg w.step[1]=2 --arg w.last=5
// oracle-launch: --local-size 4 --num-groups 2 --buffer out=72 --arg w=bytes:03000000000000000200000005000000
// sibling: by_value_fields_zero_step.cl
// about: the fields of a structure that is passed by value keep the work-items apart and within the array

struct window {
  ushort first;
  uint step[2];
  uchar last;
};

__kernel void strided(__global uint *out, const struct window w) {
  uint id = get_global_id(0);
  out[w.first + id * w.step[1]] = id + w.last;
}
