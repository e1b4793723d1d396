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

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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

// Of many errors the library keeps the last alone, so this one ends the child where it is raised.
static void curlew_xml_end_without_memory(void *context, xmlErrorPtr error) {
  (void)context;
  if (error && error->code == XML_ERR_NO_MEMORY) _exit(1);
}

// Compiling a schema and checking a document by it go back and forth without bound in time or memory,
// and libxml2 has nothing to stop them by. So each is first tried in a child process that the kernel
// ends at a limit. What the child does is C, because `fork` copies only this thread: the runtime's
// locks may be held by one that the child lacks. (Only what a schema includes is read by the loader
// of the parent; whatever holds that up ends at the alarm.)

// Limits the child process that calls it.
static void curlew_xml_enter_bounds(unsigned seconds, unsigned long bytes) {
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0 || read(file, text, sizeof text - 1) <= 0) _exit(1);
  // Descriptors of the parent's would keep its connections open.
  syscall(SYS_close_range, 0u, ~0u, 0u);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  struct rlimit none = {0, 0}, time = {seconds, seconds}, memory;
  memory.rlim_cur = memory.rlim_max = strtoul(text, NULL, 10) * getpagesize() + bytes;
  if (setrlimit(RLIMIT_CORE, &none) || setrlimit(RLIMIT_CPU, &time)) _exit(1);
  if (setrlimit(RLIMIT_AS, &memory)) _exit(1);
  // Whatever holds it up without computing, it must not wait for ever.
  alarm(4 * seconds);
  xmlSetStructuredErrorFunc(NULL, curlew_xml_end_without_memory);
}

// Returns 1 when the child ended within the limits, 0 when it did not, and -1 when there is none.
static int curlew_xml_child_ended(pid_t child) {
  int status = 1;
  if (child < 0) return -1;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Whether a schema can be compiled within limits. Exactly one of the documents is not null.
static inline int curlew_xml_compilation_is_bounded(
    xmlDocPtr xsd, xmlDocPtr rng, unsigned seconds, unsigned long bytes) {
  pid_t child = fork();
  if (child == 0) {
    curlew_xml_enter_bounds(seconds, bytes);
    if (xsd) {
      xmlSchemaParserCtxtPtr context = xmlSchemaNewDocParserCtxt(xsd);
      if (context) xmlSchemaParse(context);
    } else {
      xmlRelaxNGParserCtxtPtr context = xmlRelaxNGNewDocParserCtxt(rng);
      if (context) xmlRelaxNGParse(context);
    }
    _exit(0);
  }
  return curlew_xml_child_ended(child);
}

// Whether a document can be checked within limits. Exactly one of the schemas is not null.
static inline int curlew_xml_validation_is_bounded(
    xmlSchemaPtr xsd, xmlRelaxNGPtr rng, xmlDocPtr document, unsigned seconds, unsigned long bytes) {
  pid_t child = fork();
  if (child == 0) {
    curlew_xml_enter_bounds(seconds, bytes);
    if (xsd) {
      xmlSchemaValidCtxtPtr context = xmlSchemaNewValidCtxt(xsd);
      if (context) xmlSchemaValidateDoc(context, document);
    } else {
      xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(rng);
      if (context) xmlRelaxNGValidateDoc(context, document);
    }
    _exit(0);
  }
  return curlew_xml_child_ended(child);
}

#endif
