// A library that is preloaded into a program. It shifts the program's time of day by a number of seconds, which it
// reads from the file that STEPPED_CLOCK names (8 bytes). As with a step of a real clock, monotonic clocks do not
// change.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t unmoved = 0;
static const volatile int64_t *step = &unmoved;
static int (*true_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_step(void) {
  true_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("STEPPED_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file == -1) return;
  void *mapped = mmap(NULL, sizeof *step, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) step = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (true_clock_gettime == NULL) open_step();
  int failed = true_clock_gettime(clock, time);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *step;
  return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}
