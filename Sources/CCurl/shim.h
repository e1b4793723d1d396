#ifndef CURLEW_CCURL_SHIM_H
#define CURLEW_CCURL_SHIM_H

#include <curl/curl.h>

// What the loop's thread waits with; Swift's Glibc module leaves these two headers out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Swift cannot call variadic C functions: each `setopt` and `getinfo` has one typed form for each
// kind of argument. The parentheses pass by the type-checking macros of the same names, which need
// constants.

static inline CURLcode curlew_easy_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode curlew_easy_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode curlew_easy_set_string(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode curlew_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

// Names the calling thread with at most 15 bytes; `prctl` is variadic.
static inline void curlew_name_thread(const char *name) {
  (void)prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}

// A callback and the pointer it is given always go together.

typedef size_t (*curlew_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curlew_easy_set_write(
  CURL *handle, curlew_bytes_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode curlew_easy_set_header(
  CURL *handle, curlew_bytes_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_HEADERDATA, context);
}

static inline CURLcode curlew_easy_set_read(
  CURL *handle, curlew_bytes_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_READDATA, context);
}

static inline CURLcode curlew_easy_set_seek(
  CURL *handle, curl_seek_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_SEEKFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_SEEKDATA, context);
}

static inline CURLcode curlew_easy_set_prerequest(
  CURL *handle, curl_prereq_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_PREREQDATA, context);
}

static inline CURLcode curlew_easy_set_tls_setup(
  CURL *handle, curl_ssl_ctx_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_SSL_CTX_DATA, context);
}

static inline CURLcode curlew_easy_set_open_socket(
  CURL *handle, curl_opensocket_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode curlew_easy_set_close_socket(
  CURL *handle, curl_closesocket_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_CLOSESOCKETFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_CLOSESOCKETDATA, context);
}

static inline CURLcode curlew_easy_set_debug(
  CURL *handle, curl_debug_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_DEBUGFUNCTION, callback);
  return code != CURLE_OK ? code : (curl_easy_setopt)(handle, CURLOPT_DEBUGDATA, context);
}

// libcurl copies the bytes.
static inline CURLcode curlew_easy_set_blob(
  CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return (curl_easy_setopt)(handle, option, &blob);
}

static inline CURLcode curlew_easy_get_long(CURL *handle, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode curlew_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode curlew_easy_get_string(CURL *handle, CURLINFO info, const char **value) {
  return (curl_easy_getinfo)(handle, info, value);
}

// The socket of the connection in use, or -1.
static inline int curlew_easy_get_socket(CURL *handle) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  if ((curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK) return -1;
  return socket == CURL_SOCKET_BAD ? -1 : (int)socket;
}

static inline CURLcode curlew_easy_get_private(CURL *handle, void **value) {
  return (curl_easy_getinfo)(handle, CURLINFO_PRIVATE, value);
}

// The TLS library's own object of the connection in use (`SSL *` for OpenSSL), or null.
static inline void *curlew_easy_get_tls(CURL *handle) {
  struct curl_tlssessioninfo *session = 0;
  if ((curl_easy_getinfo)(handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return 0;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : 0;
}

// These are macros with casts, which Swift does not import.
static const long curlew_auth_basic = (long)CURLAUTH_BASIC;
static const long curlew_auth_digest = (long)CURLAUTH_DIGEST;
static const long curlew_auth_ntlm = (long)CURLAUTH_NTLM;
static const long curlew_auth_negotiate = (long)CURLAUTH_NEGOTIATE;
static const long curlew_auth_aws = (long)CURLAUTH_AWS_SIGV4;

static inline CURLMcode curlew_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode curlew_multi_set_socket(
  CURLM *multi, curl_socket_callback callback, void *context) {
  CURLMcode code = (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, callback);
  return code != CURLM_OK ? code : (curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
}

static inline CURLMcode curlew_multi_set_timer(
  CURLM *multi, curl_multi_timer_callback callback, void *context) {
  CURLMcode code = (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, callback);
  return code != CURLM_OK ? code : (curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
}

static inline CURLSHcode curlew_share_add(CURLSH *share, curl_lock_data data) {
  return (curl_share_setopt)(share, CURLSHOPT_SHARE, data);
}

// The result of a finished transfer lies in a union, which Swift would have to read unchecked.
static inline CURLcode curlew_message_result(const CURLMsg *message) {
  return message->data.result;
}

#endif
