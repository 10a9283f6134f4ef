// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 8 --num-groups 1
// about: a short store overlaps the upper half of a word that another work-item stores

__kernel void halves(__global int *data) {
  int i = get_global_id(0);
  __global short *half_words = (__global short *)data;
  data[i] = i;
  half_words[i * 2 + 3] = i + 300;
}
