#ifndef CURLEW_CMALLOC_SHIM_H
#define CURLEW_CMALLOC_SHIM_H

#include <malloc.h>

#endif
