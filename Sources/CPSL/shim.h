#ifndef CURLEW_CPSL_SHIM_H
#define CURLEW_CPSL_SHIM_H

#include <libpsl.h>

#endif
