#ifndef CURLEW_CLIBXML2_SHIM_H
#define CURLEW_CLIBXML2_SHIM_H

// Debian's headers pull in ICU's, which clash with Foundation's own ICU module.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/catalog.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// `xmlFree` is a global variable that holds a function; Swift 6 cannot read it safely.
static inline void curlew_xml_free(void *memory) { xmlFree(memory); }

static void curlew_xml_ignore(void *context, const char *format, ...) {
  (void)context;
  (void)format;
}

// The handler is variadic, which Swift cannot define. Without it libxml2 writes to standard error.
// The setting belongs to the calling thread.
static inline void curlew_xml_silence(void) { xmlSetGenericErrorFunc(NULL, curlew_xml_ignore); }

// `xmlStructuredErrorContext` is a macro over a call; it belongs to the calling thread.
static inline void *curlew_xml_error_context(void) { return xmlStructuredErrorContext; }

#endif
