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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
// the parent ends when nobody wants the result any more. What the child does is C, because `fork`
// copies only this thread: the runtime's locks may be held by one that the child lacks. (Only what a
// schema includes is read by the loader of the parent.) libxml2 and the C library have such locks, too,
// so a child can wait for one that nobody will ever free; the parent sees that and tries again.

// Limits the child process that calls it.
static void curlew_xml_enter_bounds(unsigned seconds, unsigned long bytes) {
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0 || read(file, text, sizeof text - 1) <= 0) _exit(1);
  // Descriptors of the parent's would keep its connections open.
  syscall(SYS_close_range, 0u, ~0u, 0u);
  // A thread of the runtime blocks all signals, which the child inherits; the alarm must reach it. The
  // others stay blocked: an interrupt from the terminal is the parent's to answer.
  sigset_t blocked;
  sigfillset(&blocked);
  sigdelset(&blocked, SIGALRM);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
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
  // It was ended because it waited and did not compute. For this file alone.
  CURLEW_XML_STUCK = 3,
};

// Whether a process waits for something. One that computes does not, whether or not it has a processor.
static int curlew_xml_waits(pid_t process) {
  char path[32], text[128] = {0};
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  // The state stands behind the name, which is in parentheses and can hold some.
  const char *end = count > 0 ? strrchr(text, ')') : NULL;
  return end && strncmp(end, ") S", 3) == 0;
}

// Waits for the child; `ends` says whether to give up and is asked every few milliseconds. `patience`
// is how many looks in a row may find the child waiting.
static int curlew_xml_child_ended(pid_t child, int (*ends)(void), int patience) {
  int status = 1;
  // A descriptor of the child becomes readable at its end, so that no time is lost between looks.
  struct pollfd end = {(int)syscall(SYS_pidfd_open, child, 0), POLLIN, 0};
  int looks = 0;
  enum curlew_xml_trial killed = CURLEW_XML_UNTRIED;
  while (1) {
    pid_t ended = waitpid(child, &status, killed == CURLEW_XML_UNTRIED ? WNOHANG : 0);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) {
      if (end.fd >= 0) close(end.fd);
      return CURLEW_XML_UNTRIED;
    }
    if (ended != 0) continue;
    looks = curlew_xml_waits(child) ? looks + 1 : 0;
    if (ends()) {
      killed = CURLEW_XML_GIVEN_UP;
    } else if (looks > patience) {
      killed = CURLEW_XML_STUCK;
    } else {
      poll(&end, end.fd >= 0, end.fd >= 0 ? 10 : 1);
      continue;
    }
    kill(child, SIGKILL);
  }
  if (end.fd >= 0) close(end.fd);
  if (killed != CURLEW_XML_UNTRIED) return killed;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CURLEW_XML_BOUNDED : CURLEW_XML_UNBOUNDED;
}

// Tries work in a child process that may compute for so many seconds and take so many bytes more than
// the process has.
static int curlew_xml_try(
    void (*work)(const void *), const void *what, unsigned seconds, unsigned long bytes,
    int (*ends)(void)) {
  // Each turn is more patient than the last: a loader can wait for a slow disk.
  for (int turn = 1; turn <= 20; turn++) {
    pid_t child = fork();
    if (child < 0) return CURLEW_XML_UNTRIED;
    if (child == 0) {
      curlew_xml_enter_bounds(seconds, bytes);
      work(what);
      _exit(0);
    }
    int trial = curlew_xml_child_ended(child, ends, 5 * turn);
    if (trial != CURLEW_XML_STUCK) return trial;
  }
  return CURLEW_XML_UNBOUNDED;
}

struct curlew_xml_reading {
  xmlParserCtxtPtr xml;
  htmlParserCtxtPtr html;
  const char *bytes;
  int count;
  const char *encoding;
  int options;
};

static void curlew_xml_read(const void *what) {
  const struct curlew_xml_reading *reading = (const struct curlew_xml_reading *)what;
  if (reading->xml) {
    xmlCtxtReadMemory(
        reading->xml, reading->bytes, reading->count, NULL, reading->encoding, reading->options);
  } else {
    htmlCtxtReadMemory(
        reading->html, reading->bytes, reading->count, NULL, reading->encoding, reading->options);
  }
}

// Tries to read a document by a parser that is the child's to use up. Exactly one of the parsers is
// not null.
static inline int curlew_xml_try_reading(
    xmlParserCtxtPtr xml, htmlParserCtxtPtr html, const char *bytes, int count,
    const char *encoding, int options, unsigned seconds, unsigned long memory, int (*ends)(void)) {
  struct curlew_xml_reading reading = {xml, html, bytes, count, encoding, options};
  return curlew_xml_try(curlew_xml_read, &reading, seconds, memory, ends);
}

static void curlew_xml_compile_xsd(const void *document) {
  xmlSchemaParserCtxtPtr context = xmlSchemaNewDocParserCtxt((xmlDocPtr)document);
  if (context) xmlSchemaParse(context);
}

static void curlew_xml_compile_rng(const void *document) {
  xmlRelaxNGParserCtxtPtr context = xmlRelaxNGNewDocParserCtxt((xmlDocPtr)document);
  if (context) xmlRelaxNGParse(context);
}

// Tries to compile a schema. Exactly one of the documents is not null.
static inline int curlew_xml_try_compiling(
    xmlDocPtr xsd, xmlDocPtr rng, unsigned seconds, unsigned long bytes, int (*ends)(void)) {
  return xsd ? curlew_xml_try(curlew_xml_compile_xsd, xsd, seconds, bytes, ends)
             : curlew_xml_try(curlew_xml_compile_rng, rng, seconds, bytes, ends);
}

struct curlew_xml_validating {
  xmlSchemaPtr xsd;
  xmlRelaxNGPtr rng;
  xmlDocPtr document;
};

static void curlew_xml_validate(const void *what) {
  const struct curlew_xml_validating *validating = (const struct curlew_xml_validating *)what;
  if (validating->xsd) {
    xmlSchemaValidCtxtPtr context = xmlSchemaNewValidCtxt(validating->xsd);
    if (context) xmlSchemaValidateDoc(context, validating->document);
  } else {
    xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(validating->rng);
    if (context) xmlRelaxNGValidateDoc(context, validating->document);
  }
}

// Tries to check a document. Exactly one of the schemas is not null.
static inline int curlew_xml_try_validating(
    xmlSchemaPtr xsd, xmlRelaxNGPtr rng, xmlDocPtr document, unsigned seconds, unsigned long bytes,
    int (*ends)(void)) {
  struct curlew_xml_validating validating = {xsd, rng, document};
  return curlew_xml_try(curlew_xml_validate, &validating, seconds, bytes, ends);
}

#endif
