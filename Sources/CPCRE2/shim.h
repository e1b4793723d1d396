#ifndef CURLEW_CPCRE2_SHIM_H
#define CURLEW_CPCRE2_SHIM_H

// The library for texts of UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
