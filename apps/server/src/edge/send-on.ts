import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

const status = 302

/** How every visitor is sent on to `to`, an address that may stand in a header. Both ways send the same bytes. */
export interface Redirect {
  /** On a connection of Node's own server. */
  send(response: ServerResponse, to: string): void
  /** The whole answer to a GET on a connection that is kept, in Latin-1, as Node's own server writes it. `at`: when, in milliseconds since 1970. */
  write(to: string, at: number): string
}

/** `headers`: names and values by turns, all but `Location`, `Content-Length` and those of the connection. */
export function makeRedirect(headers: readonly string[], keepAliveMs: number): Redirect {
  const after = [...headers, 'Content-Length', '0']
  const lines = linesOf(after)
  const before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nLocation: `
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n\r\n`
  let second = Number.NaN
  let ending = ''

  return {
    send(response, to) {
      response.writeHead(status, ['Location', to, ...after])
      response.end()
    },
    write(to, at) {
      const now = Math.floor(at / 1_000)
      if (now !== second) {
        second = now
        ending = `\r\n${lines}Date: ${new Date(at).toUTCString()}\r\n${keepAlive}`
      }
      return before + to + ending
    },
  }
}

/** Checked here, once, as `writeHead` does for each answer. */
function linesOf(headers: readonly string[]): string {
  let lines = ''
  for (let nth = 0; nth < headers.length; nth += 2) {
    const [name = '', value = ''] = headers.slice(nth, nth + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
