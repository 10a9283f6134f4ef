// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: nested_questions_of_one.cl
// about: Questions that other answers lead to are looked at too: each way leads to the same kernel.

#if defined(__has_feature)
#if __has_feature(cxx_constexpr)
#define PLACE get_local_id(0)
#elif __has_extension(c_generic_selections)
#define PLACE get_local_id(0)
#else
#define PLACE get_local_id(0)
#endif
#else
#define PLACE get_local_id(0)
#endif

kernel void k(global int* out) { out[PLACE] = get_local_id(0); }
