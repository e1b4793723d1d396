#ifndef CURLEW_CNETWORK_SHIM_H
#define CURLEW_CNETWORK_SHIM_H

#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Of <sched.h>, which declares them for GNU's dialect alone.
#define CURLEW_NEW_NETWORK 0x40000000
#define CURLEW_NEW_USER 0x10000000

// Puts the calling thread, and all that it starts, into a network that has a loopback device and nothing else.
// Returns 0, or -1 where the system refuses.
static inline int curlew_leave_network(void) {
  if (syscall(SYS_unshare, CURLEW_NEW_NETWORK) != 0 &&
      syscall(SYS_unshare, CURLEW_NEW_USER | CURLEW_NEW_NETWORK) != 0) {
    return -1;
  }
  int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (control < 0) return -1;
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  int result = ioctl(control, SIOCSIFFLAGS, &request);
  close(control);
  return result;
}

#endif
