// Runs a ClickHouse server from the library of the embedded engine. Arguments: the library's file, then the command
// line of clickhouse-local. The process ends when its standard input closes.
import { isMainThread, Worker, workerData } from 'node:worker_threads'

if (isMainThread) {
  new Worker(import.meta.filename, { workerData: process.argv.slice(2) })
  process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGKILL'))
} else runServer(workerData)

/** Blocks this thread. */
function runServer([library, ...args]: [string, ...string[]]): void {
  const ffi = process.getBuiltinModule('node:ffi')
  const { functions } = ffi.dlopen(library, { chdb_query_cmdline: { arguments: ['i32', 'pointer'], return: 'pointer' } })
  const texts = ['clickhouse', ...args].map((text) => Buffer.from(`${text}\0`))
  const pointers = Buffer.alloc(8 * (texts.length + 1))
  for (const [nth, text] of texts.entries()) pointers.writeBigUInt64LE(ffi.getRawPointer(text), nth * 8)
  functions.chdb_query_cmdline(texts.length, ffi.getRawPointer(pointers))
}
