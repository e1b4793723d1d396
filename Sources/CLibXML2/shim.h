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
#include <libxml/xmlwriter.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

// What a handler of errors is given: to be read alone from libxml2 2.12 on.
#if LIBXML_VERSION >= 21200
typedef const xmlError *curlew_xml_error;
#else
typedef xmlError *curlew_xml_error;
#endif

// Of many errors the library keeps the last alone, so this one ends the child where it is raised.
static void curlew_xml_end_without_memory(void *context, curlew_xml_error error) {
  (void)context;
  if (error && error->code == XML_ERR_NO_MEMORY) _exit(1);
}

// Compiling a schema and checking a document by it go back and forth without bound in time or memory,
// reading a document can take time that grows with the square of its size, and libxml2 has nothing to
// stop them by. So each is first tried in a child process that the kernel ends at a limit, and that
// the parent ends when nobody wants the result any more. What the child does is C, because `fork` copies only this thread: the runtime's
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

// What came of work that was tried in a child process.
enum curlew_xml_trial {
  // There is no child; nothing is known.
  CURLEW_XML_UNTRIED = -1,
  // A limit ended it.
  CURLEW_XML_UNBOUNDED = 0,
  // It ended within the limits.
  CURLEW_XML_BOUNDED = 1,
  // It was ended because nobody wants the result any more.
  CURLEW_XML_GIVEN_UP = 2,
};

// Waits for the child; `ends` says whether to give up and is asked every few milliseconds.
static int curlew_xml_child_ended(pid_t child, int (*ends)(void)) {
  int status = 1;
  if (child < 0) return CURLEW_XML_UNTRIED;
  // A descriptor of the child becomes readable at its end, so that no time is lost between looks.
  struct pollfd end = {(int)syscall(SYS_pidfd_open, child, 0), POLLIN, 0};
  int is_given_up = 0;
  while (1) {
    pid_t ended = waitpid(child, &status, is_given_up ? 0 : WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) {
      if (end.fd >= 0) close(end.fd);
      return CURLEW_XML_UNTRIED;
    }
    if (ended == 0 && ends()) {
      is_given_up = 1;
      kill(child, SIGKILL);
    } else if (ended == 0) {
      poll(&end, end.fd >= 0, end.fd >= 0 ? 10 : 1);
    }
  }
  if (end.fd >= 0) close(end.fd);
  if (is_given_up) return CURLEW_XML_GIVEN_UP;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CURLEW_XML_BOUNDED : CURLEW_XML_UNBOUNDED;
}

// Tries to read a document by a parser that is the child's to use up. Exactly one of the parsers is
// not null.
static inline int curlew_xml_try_reading(
    xmlParserCtxtPtr xml, htmlParserCtxtPtr html, const char *bytes, int count,
    const char *encoding, int options, unsigned seconds, unsigned long memory, int (*ends)(void)) {
  pid_t child = fork();
  if (child == 0) {
    curlew_xml_enter_bounds(seconds, memory);
    if (xml) {
      xmlCtxtReadMemory(xml, bytes, count, NULL, encoding, options);
    } else {
      htmlCtxtReadMemory(html, bytes, count, NULL, encoding, options);
    }
    _exit(0);
  }
  return curlew_xml_child_ended(child, ends);
}

// Tries to compile a schema. Exactly one of the documents is not null.
static inline int curlew_xml_try_compiling(
    xmlDocPtr xsd, xmlDocPtr rng, unsigned seconds, unsigned long bytes, int (*ends)(void)) {
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
  return curlew_xml_child_ended(child, ends);
}

// Tries to check a document. Exactly one of the schemas is not null.
static inline int curlew_xml_try_validating(
    xmlSchemaPtr xsd, xmlRelaxNGPtr rng, xmlDocPtr document, unsigned seconds, unsigned long bytes,
    int (*ends)(void)) {
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
  return curlew_xml_child_ended(child, ends);
}

#endif
