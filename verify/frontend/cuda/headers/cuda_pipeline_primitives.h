// Programs include this file for the declarations in asynchronous_copies.h.
#pragma once
