import type { Socket } from 'node:net'
import type { Log } from '../../platform/process/log.ts'
import type { Outcome } from '../outcome.ts'
import type { ServeVisit } from '../visit/serve-visit.ts'
import { type Visit, type VisitHeader, visitHeaders } from '../visit.ts'
import type { ResponseWriters } from './response-writers.ts'

export interface FastPathConnection {
  isAnswering: boolean
  hasAnswered: boolean
  /** How often the idle timer has fired since the connection was opened, or since its last response. */
  idleTicks: number
}

interface FastPathOptions {
  serveVisit: ServeVisit
  toText: ResponseWriters['toText']
  /** Whether requests may currently be answered on the fast path. */
  isEnabled(): boolean
  /** Passes the connection permanently to `node:http`, with the received bytes that are not yet answered. */
  handOver(chunk: Buffer): void
  log: Log
}

/**
 * Answers the requests of one connection as long as `readFastPathRequest` can read them. The first request that it
 * can't read is handed over to `node:http`, before any part of it was answered. A request is also handed over if the
 * client does not read its responses. Requests are answered one at a time; bytes that arrive during an answer wait.
 */
export function serveFastPath(socket: Socket, { serveVisit, toText, isEnabled, handOver, log }: FastPathOptions): FastPathConnection {
  const connection: FastPathConnection = { isAnswering: false, hasAnswered: false, idleTicks: 0 }
  let isPaused = false
  let hasClientEnded = false

  function onData(chunk: Buffer): void {
    if (connection.isAnswering) {
      pause(chunk)
      return
    }
    const visit = isEnabled() && socket.writableLength === 0 ? readFastPathRequest(chunk, socket) : undefined
    connection.isAnswering = true // set first, because `respond` may be called before `serveVisit` returns
    if (visit === undefined) leave(chunk)
    else serveVisit(visit, respond)
  }

  /** Handles received data. Closes the connection on an error, because an uncaught error would end the process. */
  function onDataSafely(chunk: Buffer): void {
    try {
      onData(chunk)
    } catch (error) {
      log.error({ err: error }, 'A connection failed and is closed')
      socket.destroy()
    }
  }

  function leave(chunk: Buffer): void {
    if (socket.destroyed) return
    socket.off('data', onDataSafely).off('end', onEnd)
    handOver(chunk)
    if (hasClientEnded) socket.emit('end')
    if (isPaused) socket.resume()
  }

  function pause(chunk: Buffer): void {
    isPaused = true
    socket.pause()
    socket.unshift(chunk)
  }

  function respond(outcome: Outcome, at: number, visit: Visit): void {
    const text = toText(outcome, at, visit)
    connection.isAnswering = false
    connection.hasAnswered = true
    connection.idleTicks = 0
    if (socket.destroyed) return
    socket.write(text, 'latin1')
    if (hasClientEnded) socket.end()
    if (!isPaused) return
    isPaused = false
    socket.resume()
  }

  function onEnd(): void {
    hasClientEnded = true
    if (!connection.isAnswering) socket.end()
  }

  socket.on('data', onDataSafely).on('end', onEnd).on('error', ignoreError)
  return connection
}

/** Ignores socket errors: if the visitor disconnects, the socket closes by itself. */
function ignoreError(): void {}

const maxBytes = 16_384
const maxHeaders = 100

const targetBytes = createByteSet(/[!-~]/)
const nameBytes = createByteSet(/[!#$%&'*+.^_`|~0-9A-Za-z-]/)
const valueBytes = createByteSet(/[\t -~]/)

const noHeaders: Partial<Record<VisitHeader, string | undefined>> = Object.fromEntries(visitHeaders.map((name) => [name, undefined]))

type HeaderRole = VisitHeader | 'connection' | 'unsupported'

const roleByName = new Map<string, HeaderRole>(visitHeaders.map((name) => [name, name]))
roleByName.set('connection', 'connection')
// These headers change how the rest of the connection is used or read, so the fast path does not support them.
for (const name of ['content-length', 'transfer-encoding', 'trailer', 'te', 'upgrade', 'expect', 'proxy-connection'])
  roleByName.set(name, 'unsupported')

/**
 * A table by a header name's length and first letter. It contains 1 if a name in `roleByName` has this length and first
 * letter. All other headers are skipped without slicing their names.
 */
const prefilter = new Uint8Array(32 * (1 + Math.max(...[...roleByName.keys()].map((name) => name.length))))
for (const name of roleByName.keys()) prefilter[computePrefilterIndex(name.length, name.charCodeAt(0))] = 1

/**
 * Reads a chunk if it is exactly one complete request in the strict form that browsers and proxies nearly always send.
 * Otherwise returns undefined. If it returns a visit, `node:http` would read the same visit from the same bytes.
 */
export function readFastPathRequest(chunk: Buffer, socket: Pick<Socket, 'remoteAddress'>): Visit | undefined {
  if (chunk.length > maxBytes) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith('GET /') || !text.endsWith('\r\n\r\n')) return undefined
  const targetEnd = skipBytes(chunk, 4, targetBytes)
  if (!text.startsWith(' HTTP/1.1\r\n', targetEnd)) return undefined

  const headers = { ...noHeaders } // copied, because V8 fills an object faster if it already has all properties
  let count = 0
  let start = targetEnd + 11
  for (const last = chunk.length - 2; start < last; count += 1) {
    const colon = skipBytes(chunk, start, nameBytes)
    const end = skipBytes(chunk, colon + 1, valueBytes)
    if (colon === start || chunk[colon] !== 0x3a || chunk[end] !== 0x0d || chunk[end + 1] !== 0x0a) return undefined
    if (prefilter[computePrefilterIndex(colon - start, chunk[start] ?? 0)] === 1) {
      const role = roleByName.get(text.slice(start, colon).toLowerCase())
      if (role === 'unsupported') return undefined
      if (role === 'connection') {
        if (trimValue(text, colon + 1, end).toLowerCase() !== 'keep-alive') return undefined
      } else if (role !== undefined) {
        if (headers[role] !== undefined) return undefined // repeated: Node joins some of these headers and drops others
        headers[role] = trimValue(text, colon + 1, end)
      }
    }
    start = end + 2
  }
  if (headers.host === undefined || count > maxHeaders) return undefined
  return { method: 'GET', url: text.slice(4, targetEnd), headers, socket, address: undefined, country: undefined, domain: undefined }
}

/** Returns the index of the first byte, starting at `from`, that `kind` does not mark with 1. */
function skipBytes(chunk: Buffer, from: number, kind: Uint8Array): number {
  let at = from
  while (kind[chunk[at] ?? 0] === 1) at += 1
  return at
}

function createByteSet(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))))
}

/**
 * Returns the index in `prefilter` for a header name. `code` is the character code of its first letter, in either case.
 */
function computePrefilterIndex(length: number, code: number): number {
  return length * 32 + (code & 31)
}

/** Returns the value without spaces and tabs at both ends. */
function trimValue(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
