// expect: defect
// property: data-race
// lines: 16
// launch: --local-size 4 --num-groups 2 --buffer out=72 --arg w=zero --arg w.first=3 --arg w.step[0]=2 --arg w.last=5
// oracle-launch: --local-size 4 --num-groups 2 --buffer out=72 --arg w=bytes:03000000020000000000000005000000
// about: the step that is used is zero, so that all work-items write one element

struct window {
  ushort first;
  uint step[2];
  uchar last;
};

__kernel void strided(__global uint *out, const struct window w) {
  uint id = get_global_id(0);
  out[w.first + id * w.step[1]] = id + w.last;
}
