#ifndef CURLEW_CZLIB_SHIM_H
#define CURLEW_CZLIB_SHIM_H

#include <zlib.h>

// `deflateInit2` and `inflateInit2` are macros that add the version and the size which the caller was
// compiled with.
static inline int curlew_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int curlew_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
