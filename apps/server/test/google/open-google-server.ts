import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeServer, listen } from '../../src/platform/http/listen.ts'
import { type Google, openGoogle } from '../../src/youtube-channels/index.ts'
import { createGoogleAccount, type GoogleAccount } from './google-account.ts'
import { answerYoutubeCall, computeCost, GoogleApiError } from './google-api.ts'

export const testApiKey = 'AIza-linkshelf'
const clientId = 'linkshelf.apps.googleusercontent.com'
const clientSecret = 'GOCSPX-linkshelf'
export const testSecret = Buffer.from('a secret of a test run with 32 bytes')

/**
 * Runs before each call. Returns an error response for the call, or undefined if Google answers. Can change Google's
 * data first.
 */
export type Interference = (call: { method: string; resource: string; body: string }) => { status: number; reason: string } | undefined

export interface GoogleServer extends AsyncDisposable {
  account: GoogleAccount
  /** The product's real Google client, which calls this server. */
  google: Google
  url: string
  /** The quota units used since the start of the day. */
  unitsUsed(): number
  /** Starts a new quota day, as YouTube does at midnight Pacific time. */
  startDay(): void
  setUnitsPerDay(units: number): void
  interfere(interference: Interference | undefined): void
  /** If `isLosing` is true, the server stores updates but closes their connections without a response. */
  loseAnswers(isLosing: boolean): void
  /** The calls that the API received, as `METHOD resource`. */
  calls: string[]
  withSettings(settings: { unitsPerDay?: number; unconfirmedShare?: number; hasClient?: boolean }): Promise<Google>
}

/** Serves Google's token and revocation endpoints and YouTube's Data API on this machine. */
export async function openGoogleServer({ unitsPerDay = 10_000 }: { unitsPerDay?: number } = {}): Promise<GoogleServer> {
  const account = createGoogleAccount()
  const calls: string[] = []
  let limit = unitsPerDay
  let used = 0
  let interference: Interference | undefined
  let isLosing = false

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://google.test')
    const body = await text(request)
    const { status, answer } = answerRequest(request, url, body)
    if (isLosing && request.method === 'PUT') return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  function answerRequest({ method = 'GET', headers }: IncomingMessage, url: URL, body: string): { status: number; answer: object } {
    const fields = new URLSearchParams(body)
    if (url.pathname === '/token') return answerToken(fields)
    if (url.pathname === '/revoke')
      return account.revoke(url.searchParams.get('token') ?? fields.get('token') ?? '')
        ? { status: 200, answer: {} }
        : { status: 400, answer: { error: 'invalid_token' } }
    const resource = url.pathname.replace('/youtube/v3/', '')
    try {
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
      const ownChannelId = token === undefined ? undefined : account.ownerOf(token)
      const call = { method, resource, query: url.searchParams, body, ownChannelId }
      const cost = computeCost(call)
      if (used + cost > limit) throw new GoogleApiError(403, 'quotaExceeded')
      used += cost
      calls.push(`${method} ${resource}`)
      if (token === undefined && url.searchParams.get('key') !== testApiKey) throw new GoogleApiError(400, 'keyInvalid')
      if (token !== undefined && ownChannelId === undefined) throw new GoogleApiError(401, 'authError')
      const failure = interference?.(call)
      if (failure !== undefined) throw new GoogleApiError(failure.status, failure.reason)
      return { status: 200, answer: answerYoutubeCall(account, call) }
    } catch (error) {
      if (error instanceof GoogleApiError) return { status: error.status, answer: error.body }
      throw error
    }
  }

  function answerToken(fields: URLSearchParams): { status: number; answer: object } {
    if (fields.get('client_id') !== clientId || fields.get('client_secret') !== clientSecret)
      return { status: 401, answer: { error: 'invalid_client' } }
    const answer =
      fields.get('grant_type') === 'refresh_token' ? account.refresh(fields.get('refresh_token') ?? '') : account.redeem(fields)
    return answer === undefined ? { status: 400, answer: { error: 'invalid_grant' } } : { status: 200, answer }
  }

  const server = createServer((request, response) => void respond(request, response))
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'PORT')}`
  const withSettings = ({ unitsPerDay: units = unitsPerDay, unconfirmedShare = 1, hasClient = true }) =>
    openGoogle(
      {
        apiKey: testApiKey,
        ...(hasClient ? { clientId, clientSecret } : { clientId: undefined, clientSecret: undefined }),
        unitsPerDay: units,
        unconfirmedShare,
        url,
      },
      [testSecret],
    )
  return {
    account,
    google: await withSettings({}),
    url,
    unitsUsed: () => used,
    startDay: () => {
      used = 0
    },
    setUnitsPerDay: (units) => {
      limit = units
    },
    interfere: (next) => {
      interference = next
    },
    loseAnswers: (next) => {
      isLosing = next
    },
    calls,
    withSettings,
    [Symbol.asyncDispose]: () => closeServer(server, 0),
  }
}
