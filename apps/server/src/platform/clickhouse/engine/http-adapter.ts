import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Log } from '../../process/log.ts'
import { type EngineAccount, restrictRequest } from './engine-accounts.ts'
import { EngineError, toEngineError } from './engine-error.ts'
import { readEngineRequest, readHeader } from './engine-request.ts'
import type { QueryRunner } from './query-runner.ts'

export interface HttpAdapterOptions {
  runner: QueryRunner
  /** The names and passwords that accounts sign in with. */
  logins: readonly EngineLogin[]
  log: Log
}

export interface EngineLogin {
  account: EngineAccount
  user: string
  password: string
}

const base = 'http://engine'

/**
 * Creates a request listener for ClickHouse's HTTP interface. `/ping` needs no login and is answered even while queries
 * run.
 */
export function createHttpAdapter({ runner, logins, log }: HttpAdapterOptions) {
  const findAccount = createAccountFinder(logins)

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname === '/ping') return end(response, 'Ok.\n')
    if (url.pathname !== '/' || !['GET', 'POST'].includes(request.method ?? '')) {
      response.statusCode = 404
      return end(response, `There is no handle ${url.pathname}\n`)
    }
    const credentials = readCredentials(request, url)
    const account = findAccount(credentials)
    if (account === undefined) throw createAuthenticationError(credentials.user)

    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const result = await runner.run(restrictRequest(await readEngineRequest(request, url), account), closed.signal)
    response.setHeader('X-ClickHouse-Query-Id', url.searchParams.get('query_id') ?? '')
    response.setHeader('X-ClickHouse-Summary', JSON.stringify(result.summary))
    const wantsGzip =
      url.searchParams.get('enable_http_compression') === '1' && /\bgzip\b/.test(readHeader(request, 'accept-encoding') ?? '')
    if (!wantsGzip) return end(response, result.bytes)
    response.setHeader('Content-Encoding', 'gzip')
    end(response, await promisify(gzip)(result.bytes))
  }

  return function listener(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '/'
    if (!URL.canParse(target, base)) {
      response.statusCode = 400
      end(response, 'Bad URL\n')
      return
    }
    const url = new URL(target, base)
    answer(request, response, url).catch((error: unknown) => {
      const failure = toEngineError(error)
      log.debug({ code: failure.code, type: failure.type }, 'query failed')
      request.resume()
      if (response.headersSent) return response.destroy()
      response.statusCode = failure.status
      response.setHeader('X-ClickHouse-Exception-Code', String(failure.code))
      end(response, `${failure.message}\n`)
    })
  }
}

function end(response: ServerResponse, body: string | Uint8Array): void {
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}

interface Credentials {
  user: string
  password: string
}

/**
 * Returns the credentials of a request. Like ClickHouse, looks first in the `X-ClickHouse-…` headers, then in the
 * `Authorization` header (Basic), then in the URL.
 */
function readCredentials(request: IncomingMessage, url: URL): Credentials {
  const user = readHeader(request, 'x-clickhouse-user')
  if (user !== undefined) return { user, password: readHeader(request, 'x-clickhouse-key') ?? '' }
  const basic = /^Basic\s+(?<pair>\S+)$/i.exec(readHeader(request, 'authorization') ?? '')?.groups?.pair
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8')
    const colon = pair.indexOf(':')
    return { user: pair.slice(0, Math.max(colon, 0)), password: pair.slice(colon + 1) }
  }
  return { user: url.searchParams.get('user') ?? 'default', password: url.searchParams.get('password') ?? '' }
}

/**
 * Returns a function that finds the account of given credentials. It compares digests, and always the digests of all
 * logins, so that its duration reveals neither the length nor the content of the credentials.
 */
function createAccountFinder(logins: readonly EngineLogin[]): (credentials: Credentials) => EngineAccount | undefined {
  const digest = ({ user, password }: Credentials) =>
    createHash('sha256')
      .update(JSON.stringify([user, password]))
      .digest()
  const known = logins.map((login) => ({ account: login.account, expected: digest(login) }))
  return (credentials) => {
    const given = digest(credentials)
    return known.filter(({ expected }) => timingSafeEqual(given, expected))[0]?.account
  }
}

function createAuthenticationError(user: string): EngineError {
  const message = `${user}: Authentication failed: password is incorrect, or there is no user with such name`
  return new EngineError(516, 'AUTHENTICATION_FAILED', message)
}
