// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer start=32 --buffer longest=32
// about: a loop whose end the data decide comes before the race, and a replay shows that it ends

__kernel void steps(__global const uint *start, __global uint *longest) {
  uint n = start[get_global_id(0)] & 15, count = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  longest[0] = count;
}
