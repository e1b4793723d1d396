#ifndef CURLEW_CYAML_SHIM_H
#define CURLEW_CYAML_SHIM_H

#include <yaml.h>

#endif
