// Runs a ClickHouse server that can be a replica. It uses the embedded engine's library. This library contains the
// program clickhouse-local, which listens for clients, and all code of replication. The library lacks the main function
// of the server, so this program does the work of that function. It sets the address at which other replicas fetch
// parts, serves that address, and starts the worker that executes statements with ON CLUSTER.
//
// Arguments: the library's file, and the command line of clickhouse-local. INTERSERVER_HOST and INTERSERVER_PORT are
// the address for other replicas. This is the port of the clients' listener, on the second <listen_host>. The macros
// with the offsets in the library come from library-offsets.ts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *library;
static const char *interserver_host;
static uint16_t interserver_port;

// A std::string of libc++. Up to 22 characters are stored in the object itself, with their number in the last byte.
typedef union {
  struct { char *text; size_t length, capacity; } distant;
  char bytes[24];
} string;

static string to_string(const char *text) {
  string made = {.bytes = {0}};
  size_t length = strlen(text);
  if (length <= 22) {
    memcpy(made.bytes, text, length);
    made.bytes[23] = (char)length;
  } else {
    made.distant.text = strdup(text);
    made.distant.length = length;
    made.distant.capacity = (length + 1) | 1ull << 63;
  }
  return made;
}

// The library calls these functions instead of the system's functions, because data of tests does not have to survive a
// power failure.
int fsync(int file) { return file < 0 ? -1 : 0; }
int fdatasync(int file) { return fsync(file); }

static void fail(const char *reason) {
  fprintf(stderr, "cluster-node: %s\n", reason);
  exit(1);
}

static void ignore(void) {}

static void start_replication(void) {
  // If a connection fails, for example because the client has closed it, clickhouse-local ends, but a server has to
  // continue. So the object that handles these errors is replaced by an object whose functions do nothing. The object
  // has no fields. The functions of its class are two destructors, one function for each of three types of errors, and
  // one for the log.
  static void (*const functions[])(void) = {ignore, ignore, ignore, ignore, ignore, ignore}, (*const *const handler)(void) = functions;
  *(const void **)(library + ERROR_HANDLER) = &handler;

  char **context = *(char ***)(library + GLOBAL_CONTEXT), *shared = *context;
  *(string *)(shared + INTERSERVER_HOST_FIELD) = to_string(interserver_host);
  *(uint16_t *)(shared + INTERSERVER_PORT_FIELD) = interserver_port;
  *(string *)(shared + INTERSERVER_SCHEME_FIELD) = to_string("http");

  // Credentials without a user. They are two empty strings, followed by a list with an empty user and an empty
  // password.
  char *user = calloc(1, 48), **credentials = calloc(1, 256);
  credentials[6] = user;
  credentials[7] = credentials[8] = user + 48;
  *(char ***)(shared + CREDENTIALS_FIELD) = credentials;

  string queue = to_string("/clickhouse/task_queue/ddl"), replicas = to_string("/clickhouse/task_queue/replicas"), prefix = to_string("distributed_ddl"),
         keeper = to_string("default"), log = to_string("DDLWorker");
  void *worker = calloc(1, 4096);
  void (*construct)(void *, int, string *, string *, void *, void *, void *, string *, string *, string *, void *, void *) =
      (void *)(library + DDL_WORKER_CONSTRUCTOR);
  // Executes eight statements at once, because tests empty many tables at once.
  construct(worker, 8, &queue, &replicas, context, NULL, NULL, &prefix, &keeper, &log, NULL, NULL);
  void (*start)(void *) = (void *)(library + DDL_WORKER_STARTUP);
  start(worker);
  *(void **)(shared + DDL_WORKER_FIELD) = worker;
  char *(*database_catalog)(void) = (void *)(library + DATABASE_CATALOG);
  database_catalog()[ON_CLUSTER_FIELD] = 1;
}

typedef struct { void *first, *second; } shared_ptr;

// The library calls this function instead of its own function, once for each listener. The second listener serves other
// replicas.
static shared_ptr create_handler_factory(void *server, void *config, void *metrics, string *name, void *port) {
  static int listeners;
  string interserver = to_string("InterserverIOHTTPHandler-factory");
  if (++listeners == 2) {
    start_replication();
    name = &interserver;
  }
  shared_ptr (*create)(void *, void *, void *, string *, void *) = (void *)(library + CREATE_HANDLER_FACTORY);
  return create(server, config, metrics, name, port);
}

static void write_code(char *place, const void *code, size_t length) {
  char *page = (char *)((uintptr_t)place & ~4095ul);
  if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) fail("the library's code can't be changed");
  memcpy(place, code, length);
  mprotect(page, 8192, PROT_READ | PROT_EXEC);
}

// Makes a call in the library call a function of this program. A call instruction reaches only 2 GB, and this program
// is farther away. So the call goes to unused bytes between two functions of the library, and these bytes get a jump to
// this program.
static void replace_call(char *call, void *function) {
  static const char unused[13] = "\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc";
  char *gap = memmem(call, 1 << 24, unused, 12);
  if (gap == NULL || call[0] != '\xe8') fail("the offsets are those of another library");
  char jump[12] = {'\x48', '\xb8', [10] = '\xff', [11] = '\xe0'};
  memcpy(jump + 2, &function, 8);
  write_code(gap, jump, sizeof jump);
  int32_t distance = (int32_t)(gap - (call + 5));
  write_code(call + 1, &distance, sizeof distance);
}

int main(int count, char **arguments) {
  const char *port = getenv("INTERSERVER_PORT");
  interserver_host = getenv("INTERSERVER_HOST");
  if (count < 2 || port == NULL || interserver_host == NULL) fail("a file, INTERSERVER_HOST and INTERSERVER_PORT are needed");
  interserver_port = (uint16_t)atoi(port);

  void *handle = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) fail(dlerror());
  void *(*run)(int, char **) = (void *(*)(int, char **))dlsym(handle, "chdb_query_cmdline");
  const char *(*error_of)(void *) = (const char *(*)(void *))dlsym(handle, "chdb_result_error");
  void (*catch_signals)(int) = (void (*)(int))dlsym(handle, "chdb_set_signal_handlers_enabled");
  Dl_info about;
  if (run == NULL || error_of == NULL || dladdr((void *)run, &about) == 0) fail("this is not the embedded engine's library");
  library = about.dli_fbase;
  // A crash ends the process, and its parent starts it again.
  if (catch_signals != NULL) catch_signals(0);

  // The id identifies the server in the keeper.
  uint64_t id[2] = {1, 1ull << 63 | interserver_port};
  memcpy(library + SERVER_UUID, id, sizeof id);
  replace_call(library + HANDLER_FACTORY_CALL, create_handler_factory);

  arguments[1] = "clickhouse";
  void *result = run(count - 1, arguments + 1);
  const char *error = result == NULL ? NULL : error_of(result);
  fail(error == NULL ? "the server has ended" : error);
}
