#ifndef CURLEW_CFUZZER_SHIM_H
#define CURLEW_CFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs with a main function of their own; LLVM has no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
