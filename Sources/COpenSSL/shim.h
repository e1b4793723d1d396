#ifndef CURLEW_COPENSSL_SHIM_H
#define CURLEW_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// `STACK_OF(T)` functions are macros over casts.
static inline int curlew_x509_stack_count(const STACK_OF(X509) *stack) {
  return stack == NULL ? 0 : sk_X509_num(stack);
}
static inline X509 *curlew_x509_stack_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline STACK_OF(X509) *curlew_x509_stack_new(void) { return sk_X509_new_null(); }

// Takes a reference of its own.
static inline int curlew_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
  if (X509_up_ref(certificate) != 1) return 0;
  if (sk_X509_push(stack, certificate) > 0) return 1;
  X509_free(certificate);
  return 0;
}
static inline void curlew_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

static inline GENERAL_NAMES *curlew_x509_alternative_names(const X509 *certificate) {
  return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline int curlew_general_name_count(const GENERAL_NAMES *names) {
  return names == NULL ? 0 : sk_GENERAL_NAME_num(names);
}
static inline const GENERAL_NAME *curlew_general_name_value(const GENERAL_NAMES *names, int index) {
  return sk_GENERAL_NAME_value(names, index);
}

// The value sits in a union; `GENERAL_NAME_get0_value` returns it without its type.
static inline const ASN1_STRING *curlew_general_name_string(const GENERAL_NAME *name, int *kind) {
  int type = -1;
  void *value = GENERAL_NAME_get0_value(name, &type);
  *kind = type;
  if (type != GEN_DNS && type != GEN_IPADD && type != GEN_URI && type != GEN_EMAIL) return NULL;
  return (const ASN1_STRING *)value;
}

// The flags are a macro made of macros with casts.
static inline int curlew_x509_name_print(BIO *output, const X509_NAME *name) {
  return X509_NAME_print_ex(output, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

// `BIO_get_mem_data` and `OPENSSL_free` are macros.
static inline long curlew_bio_data(BIO *bio, const unsigned char **data) {
  return BIO_get_mem_data(bio, (char **)data);
}
// An inline function of bit masks with casts.
static inline int curlew_openssl_reason(unsigned long error) { return ERR_GET_REASON(error); }

static inline void curlew_openssl_free(void *memory) { OPENSSL_free(memory); }

#endif
