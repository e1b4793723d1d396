#ifndef CURLEW_CZSTANDARD_SHIM_H
#define CURLEW_CZSTANDARD_SHIM_H

#include <zstd.h>

#endif
