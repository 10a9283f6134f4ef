// expect: defect
// property: data-race
// lines: 18
// launch: --local-size 8 --num-groups 4 --buffer out=384 --arg first=40
// about: the table names one place twice

__constant uchar kOrder[96] = {
  78, 66, 86, 79, 21, 44, 51, 1, 0, 87, 62, 32, 38, 48, 84, 49,
  42, 77, 33, 14, 10, 95, 16, 61, 18, 2, 59, 24, 22, 65, 25, 71,
  57, 47, 45, 29, 20, 92, 60, 31, 13, 39, 3, 89, 82, 56, 80, 23,
  88, 40, 3, 63, 67, 76, 43, 52, 35, 94, 36, 69, 34, 90, 26, 37,
  17, 5, 75, 91, 93, 73, 28, 15, 72, 85, 54, 70, 81, 30, 8, 53,
  55, 11, 4, 27, 64, 7, 74, 46, 12, 68, 9, 6, 83, 50, 19, 41,
};

__kernel void scatter(__global int *out, int first) {
  int i = first + (int)get_global_id(0) * 2;
  if (i < 96) out[kOrder[i]] = i;
}
