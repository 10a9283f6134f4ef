// expect: possible-defect
// property: data-race
// lines: 20
// cause: compiler-answer
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: One of the answers that lead to it decides where all work-items write.

#if defined(__has_feature)
#if __has_feature(cxx_constexpr)
#define PLACE get_local_id(0)
#elif __has_extension(c_generic_selections)
#define PLACE (get_local_id(0) & 3)
#else
#define PLACE get_local_id(0)
#endif
#else
#define PLACE get_local_id(0)
#endif

kernel void k(global int* out) { out[PLACE] = get_local_id(0); }
