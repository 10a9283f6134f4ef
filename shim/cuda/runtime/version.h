// The version of CUDA for which the runtime library is built: LAUNCHPROOF_RUNTIME is 11, 12 or 13. Functions
// are written for version 13. If an earlier version has a different function with the same name, this
// function is exported under its name in that version, and older.cpp defines the earlier one.
#pragma once

#ifndef LAUNCHPROOF_RUNTIME
#define LAUNCHPROOF_RUNTIME 13
#endif

#if LAUNCHPROOF_RUNTIME < 13
#define cudaGraphAddDependencies cudaGraphAddDependencies_v2
#define cudaGraphAddNode cudaGraphAddNode_v2
#define cudaGraphGetEdges cudaGraphGetEdges_v2
#define cudaGraphNodeGetDependencies cudaGraphNodeGetDependencies_v2
#define cudaGraphNodeGetDependentNodes cudaGraphNodeGetDependentNodes_v2
#define cudaGraphRemoveDependencies cudaGraphRemoveDependencies_v2
#define cudaStreamGetCaptureInfo cudaStreamGetCaptureInfo_v3
#define cudaStreamUpdateCaptureDependencies cudaStreamUpdateCaptureDependencies_v2
#endif
#if LAUNCHPROOF_RUNTIME < 12
#define cudaGraphExecUpdate launchproof_graph_exec_update
#define cudaGraphInstantiate launchproof_graph_instantiate
#endif
