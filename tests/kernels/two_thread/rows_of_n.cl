// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --only-rule=accessBreak --only-rule=loopBound
// sibling: rows_of_n_overlapping.cl
// oracle-launch: --local-size=8 --num-groups=2 --arg=n=5
// about: Rows of as many elements as an argument says are told apart by whose row the logged place lies in.
__kernel void rows_of_n(__global int* rows, int n) {
  __requires(n > 0);
  __requires(n <= 16);
  const int id = get_global_id(0);
  for (int i = 0; i < n; i++) rows[id * n + i] = id;
}
