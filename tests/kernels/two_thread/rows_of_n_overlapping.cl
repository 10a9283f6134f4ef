// expect: defect
// property: data-race
// lines: 11
// launch: --engine=two-thread --local-size=8 --num-groups=2 --only-rule=accessBreak --only-rule=loopBound
// oracle-launch: --local-size=8 --num-groups=2 --arg=n=5
// about: The last element of a row is the first one of the next row.
__kernel void rows_of_n(__global int* rows, int n) {
  __requires(n > 0);
  __requires(n <= 16);
  const int id = get_global_id(0);
  for (int i = 0; i < n; i++) rows[id * (n - 1) + i] = id;
}
