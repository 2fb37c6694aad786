// SPDX-License-Identifier: Apache-2.0
// Preloaded (LD_PRELOAD) into the program: lets one of the calls that change files fail, or ends the program
// there, so that tests can walk through every step at which a disk fails or a process dies.
//
//   HOPVEIL_CALL=n         the n-th call of write, pwrite64, fsync, fdatasync, linkat, rename or unlink
//   HOPVEIL_ACTION=enospc|eio|kill|int|term    fails with that error, or sends the signal before the call
//   HOPVEIL_CALL_LOG=file  is made when the n-th call was reached
// Writes to the standard streams do not count.

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

/// Whether this call is the one, and is to fail; errno is set then.
bool fails_here() {
  static std::atomic<long> calls{0};
  static const long target =
      std::getenv("HOPVEIL_CALL") == nullptr ? 0 : std::atol(std::getenv("HOPVEIL_CALL"));
  if (++calls != target) return false;
  if (const char* log = std::getenv("HOPVEIL_CALL_LOG")) ::close(::open(log, O_CREAT | O_WRONLY, 0644));
  const char* action = std::getenv("HOPVEIL_ACTION");
  if (std::strcmp(action, "enospc") == 0 || std::strcmp(action, "eio") == 0) {
    errno = action[1] == 'n' ? ENOSPC : EIO;
    return true;
  }
  ::kill(::getpid(), std::strcmp(action, "kill") == 0  ? SIGKILL
                     : std::strcmp(action, "int") == 0 ? SIGINT
                                                       : SIGTERM);
  ::usleep(20'000);  // whoever waits for the signal gets it now
  return false;
}

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t)>("write");
  return fd > STDERR_FILENO && fails_here() ? -1 : next(fd, data, size);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  return fails_here() ? -1 : next(fd, data, size, offset);
}
int fsync(int fd) {
  static const auto next = real<int (*)(int)>("fsync");
  return fails_here() ? -1 : next(fd);
}
int fdatasync(int fd) {
  static const auto next = real<int (*)(int)>("fdatasync");
  return fails_here() ? -1 : next(fd);
}
int linkat(int from_fd, const char* from, int to_fd, const char* to, int flags) {
  static const auto next = real<int (*)(int, const char*, int, const char*, int)>("linkat");
  return fails_here() ? -1 : next(from_fd, from, to_fd, to, flags);
}
int rename(const char* from, const char* to) {
  static const auto next = real<int (*)(const char*, const char*)>("rename");
  return fails_here() ? -1 : next(from, to);
}
int unlink(const char* path) {
  static const auto next = real<int (*)(const char*)>("unlink");
  return fails_here() ? -1 : next(path);
}

}  // extern "C"
