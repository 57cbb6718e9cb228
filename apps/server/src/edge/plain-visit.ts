import type { Socket } from 'node:net'
import { type Visit, type VisitHeader, visitHeaders } from './click-of.ts'

const maxBytes = 16_384
const maxHeaders = 100

const inTarget = bytesLike(/[!-~]/)
const inName = bytesLike(/[!#$%&'*+.^_`|~0-9A-Za-z-]/)
const inValue = bytesLike(/[\t -~]/)

const noHeaders: Partial<Record<VisitHeader, string | undefined>> = Object.fromEntries(visitHeaders.map((name) => [name, undefined]))

type Meaning = VisitHeader | 'host' | 'connection' | 'odd'

const meanings = new Map<string, Meaning>(visitHeaders.map((name) => [name, name]))
meanings.set('host', 'host').set('connection', 'connection')
// These change what follows on the connection, or how.
for (const name of ['content-length', 'transfer-encoding', 'trailer', 'te', 'upgrade', 'expect', 'proxy-connection'])
  meanings.set(name, 'odd')

/** Which lengths and first letters such names have: most others are told from them without being cut out. */
const hints = new Uint8Array(32 * (1 + Math.max(...[...meanings.keys()].map((name) => name.length))))
for (const name of meanings.keys()) hints[hintOf(name.length, name.charCodeAt(0))] = 1

/**
 * Reads one whole request that is written in the one way nobody can read differently, as browsers and proxies nearly always do, with nothing after it. Gives
 * nothing for any other: what is read here is what Node's own server reads of the same bytes.
 */
export function plainVisitIn(chunk: Buffer, socket: Pick<Socket, 'remoteAddress'>): Visit | undefined {
  if (chunk.length > maxBytes) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith('GET /') || !text.endsWith('\r\n\r\n')) return undefined
  const targetEnd = pass(chunk, 4, inTarget)
  if (!text.startsWith(' HTTP/1.1\r\n', targetEnd)) return undefined

  const headers = { ...noHeaders } // quicker to fill than an empty object
  let hosts = 0
  let count = 0
  let start = targetEnd + 11
  for (const last = chunk.length - 2; start < last; count += 1) {
    const colon = pass(chunk, start, inName)
    const end = pass(chunk, colon + 1, inValue)
    if (colon === start || chunk[colon] !== 0x3a || chunk[end] !== 0x0d || chunk[end + 1] !== 0x0a) return undefined
    if (hints[hintOf(colon - start, chunk[start] ?? 0)] === 1) {
      const meaning = meanings.get(text.slice(start, colon).toLowerCase())
      if (meaning === 'odd') return undefined
      if (meaning === 'host') hosts += 1
      else if (meaning === 'connection') {
        if (valueIn(text, colon + 1, end).toLowerCase() !== 'keep-alive') return undefined
      } else if (meaning !== undefined) {
        if (headers[meaning] !== undefined) return undefined // Node joins some and drops others
        headers[meaning] = valueIn(text, colon + 1, end)
      }
    }
    start = end + 2
  }
  return hosts === 1 && count <= maxHeaders ? { method: 'GET', url: text.slice(4, targetEnd), headers, socket } : undefined
}

/** Where the bytes of this kind end that begin at `from`. */
function pass(chunk: Buffer, from: number, kind: Uint8Array): number {
  let at = from
  while (kind[chunk[at] ?? 0] === 1) at += 1
  return at
}

function bytesLike(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))))
}

/** Of a name of this length whose first letter, in either case, has this code. */
function hintOf(length: number, code: number): number {
  return length * 32 + (code & 31)
}

/** Without the spaces and tabs around it. */
function valueIn(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
