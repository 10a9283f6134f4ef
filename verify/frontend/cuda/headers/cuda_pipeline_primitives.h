// Programs include this file for what asynchronous_copies.h declares.
#pragma once
