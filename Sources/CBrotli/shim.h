#ifndef CURLEW_CBROTLI_SHIM_H
#define CURLEW_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
