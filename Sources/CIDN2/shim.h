#ifndef CURLEW_CIDN2_SHIM_H
#define CURLEW_CIDN2_SHIM_H

// Without the names of the older library.
#define IDN2_SKIP_LIBIDN_COMPAT
#include <idn2.h>

#endif
