// Two writers that produce the same bytes: one for responses of `node:http`, and one for connections that the edge
// reads and writes directly.
import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import { negotiateLanguage } from '../negotiate-language.ts'
import type { Outcome, PageResponse, RedirectOutcome } from '../outcome.ts'
import {
  createHealthResponse,
  createLanguagePages,
  createRedirectHeaders,
  createStaticResponses,
  type LanguagePageName,
  redirectStatus,
} from '../responses.ts'
import { toHeaderText, type Visit } from '../visit.ts'

export interface ResponseWriters {
  writeToNode(request: IncomingMessage, response: ServerResponse, outcome: Outcome): void
  /**
   * Returns the complete response to a GET on a keep-alive connection, as Latin-1 text, with the headers that
   * `node:http` would add. `at` is the current time in milliseconds since 1970.
   */
  toText(outcome: Outcome, at: number, visit: LanguageVisit): string
}

/** The part of a visit that selects the language of static pages: the request headers. */
export type LanguageVisit = Pick<Visit, 'headers'>

export interface ResponseWriterOptions {
  publicOrigin: string
  keepAliveMs: number
  /** Returns the body of `/healthz`. */
  health: () => object
}

export function createResponseWriters({ publicOrigin, keepAliveMs, health }: ResponseWriterOptions): ResponseWriters {
  const responses = createStaticResponses(publicOrigin)
  const pagesIn = createLanguagePages(publicOrigin)
  const afterLocation = [...createRedirectHeaders(publicOrigin), 'Content-Length', '0']
  const locationStart = `${formatStatusLine(redirectStatus)}Location: `
  const locationEnd = `\r\n${formatHeaderLines(afterLocation)}`
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n\r\n`
  let second = Number.NaN
  let headEnd = ''
  let redirectEnd = ''

  function findResponse(outcome: Exclude<Outcome, RedirectOutcome>, { headers }: LanguageVisit): PageResponse {
    if ('response' in outcome) return outcome.response
    const name = outcome.kind === 'page' ? outcome.page : outcome.kind
    if (name === 'health') return createHealthResponse(health(), publicOrigin)
    if (name in responses) return responses[name as keyof typeof responses]
    return pagesIn(negotiateLanguage(toHeaderText(headers['accept-language'])))[name as LanguagePageName]
  }

  function updateDate(at: number): void {
    const now = Math.floor(at / 1_000)
    if (now === second) return
    second = now
    headEnd = `Date: ${new Date(at).toUTCString()}\r\n${keepAlive}`
    redirectEnd = locationEnd + headEnd
  }

  return {
    writeToNode(request, response, outcome) {
      if (outcome.kind === 'redirect') {
        response.writeHead(redirectStatus, ['Location', outcome.location, ...afterLocation])
        response.end()
        return
      }
      const { status, headers, body } = findResponse(outcome, request)
      response.writeHead(status, [...headers])
      response.end(request.method === 'HEAD' ? undefined : body)
    },
    toText(outcome, at, visit) {
      updateDate(at)
      if (outcome.kind === 'redirect') return locationStart + outcome.location + redirectEnd
      const { status, headers, body } = findResponse(outcome, visit)
      return formatStatusLine(status) + formatHeaderLines(headers) + headEnd + body.toString('latin1')
    },
  }
}

function formatStatusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
}

/** Formats header lines. Throws if a name or value is invalid, like `writeHead`. */
export function formatHeaderLines(headers: readonly string[]): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
