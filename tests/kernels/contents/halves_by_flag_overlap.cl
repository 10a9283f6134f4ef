// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer flags=32
// contents: flags=bytes:0100000000000000000000000000000000000000000000000000000000000000
// about: The halves overlap by one place, which two work-items share where the first one's flag is set and the last one's is not.

kernel void k(global int* out, global const int* flags) {
  int i = get_global_id(0);
  out[(flags[i] & 1) * 7 + i] = i;
}
