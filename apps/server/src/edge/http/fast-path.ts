import type { Socket } from 'node:net'
import type { Log } from '../../platform/process/log.ts'
import type { Outcome } from '../outcome.ts'
import type { ServeVisit } from '../visit/serve-visit.ts'
import { type Visit, type VisitHeader, visitHeaders } from '../visit.ts'
import type { ResponseWriters } from './response-writers.ts'

export interface FastPathConnection {
  isAnswering: boolean
  hasAnswered: boolean
  /** How often the idle timer fired since the connection opened, or since its last response. */
  idleTicks: number
}

interface FastPathOptions {
  serveVisit: ServeVisit
  toText: ResponseWriters['toText']
  /** Whether the fast path is open at the moment. */
  isEnabled(): boolean
  /**
   * Passes the connection to `node:http`, for the rest of its life, with the bytes that were received and not answered.
   */
  handOver(chunk: Buffer): void
  log: Log
}

/**
 * Answers the requests of one connection for as long as each is one that `readFastPathRequest` reads. The first that
 * isn't is handed over before anything was decided about it, and so is a request of a client that does not read its
 * responses. One request is answered at a time; bytes received meanwhile wait.
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
    connection.isAnswering = true // `respond` may be called before `serveVisit` returns
    if (visit === undefined) leave(chunk)
    else serveVisit(visit, respond)
  }

  /** An error here would end the process. */
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

/** The visitor disconnected: the socket closes by itself. */
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
// These change what follows on the connection, or how it is read.
for (const name of ['content-length', 'transfer-encoding', 'trailer', 'te', 'upgrade', 'expect', 'proxy-connection'])
  roleByName.set(name, 'unsupported')

/**
 * The pairs of length and first letter that these names have: a header with another pair is skipped
 * without slicing its name.
 */
const prefilter = new Uint8Array(32 * (1 + Math.max(...[...roleByName.keys()].map((name) => name.length))))
for (const name of roleByName.keys()) prefilter[computePrefilterIndex(name.length, name.charCodeAt(0))] = 1

/**
 * Reads a chunk that is one whole request in the strictest form, as browsers and proxies nearly always send it,
 * with nothing after it. Returns undefined for anything else; where it returns a visit, `node:http` reads the
 * same from the same bytes.
 */
export function readFastPathRequest(chunk: Buffer, socket: Pick<Socket, 'remoteAddress'>): Visit | undefined {
  if (chunk.length > maxBytes) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith('GET /') || !text.endsWith('\r\n\r\n')) return undefined
  const targetEnd = skipBytes(chunk, 4, targetBytes)
  if (!text.startsWith(' HTTP/1.1\r\n', targetEnd)) return undefined

  const headers = { ...noHeaders } // one hidden class: faster to fill than an empty object
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
        if (headers[role] !== undefined) return undefined // Node joins some repeated headers and drops others
        headers[role] = trimValue(text, colon + 1, end)
      }
    }
    start = end + 2
  }
  if (headers.host === undefined || count > maxHeaders) return undefined
  return { method: 'GET', url: text.slice(4, targetEnd), headers, socket, address: undefined, country: undefined, domain: undefined }
}

/** The index of the first byte from `from` on that is not of this kind. */
function skipBytes(chunk: Buffer, from: number, kind: Uint8Array): number {
  let at = from
  while (kind[chunk[at] ?? 0] === 1) at += 1
  return at
}

function createByteSet(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))))
}

/** `code`: of the first letter, in either case. */
function computePrefilterIndex(length: number, code: number): number {
  return length * 32 + (code & 31)
}

/** Trims spaces and tabs. */
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
