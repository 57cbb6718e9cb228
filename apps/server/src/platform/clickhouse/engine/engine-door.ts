import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Log } from '../../process/log.ts'
import { ClickHouseProblem, problemFrom } from './clickhouse-problem.ts'
import { header, readEngineRequest } from './engine-request.ts'
import type { EngineStore } from './engine-store.ts'

export interface EngineDoorOptions {
  store: EngineStore
  user: string
  password: string
  log: Log
}

const base = 'http://engine'

/** Answers ClickHouse's HTTP interface. `/ping` asks for no account and is answered even while queries run. */
export function makeEngineDoor({ store, user, password, log }: EngineDoorOptions) {
  const isAccount = makeAccountCheck(user, password)

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname === '/ping') return end(response, 'Ok.\n')
    if (url.pathname !== '/' || !['GET', 'POST'].includes(request.method ?? '')) {
      response.statusCode = 404
      return end(response, `There is no handle ${url.pathname}\n`)
    }
    const account = accountOf(request, url)
    if (!isAccount(account)) throw unknownAccount(account.user)

    const left = new AbortController()
    response.once('close', () => left.abort())
    const result = await store.run(await readEngineRequest(request, url), left.signal)
    response.setHeader('X-ClickHouse-Query-Id', url.searchParams.get('query_id') ?? '')
    response.setHeader('X-ClickHouse-Summary', JSON.stringify(result.summary))
    const wantsGzip = url.searchParams.get('enable_http_compression') === '1' && /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
    if (!wantsGzip) return end(response, result.bytes)
    response.setHeader('Content-Encoding', 'gzip')
    end(response, await promisify(gzip)(result.bytes))
  }

  return function door(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '/'
    if (!URL.canParse(target, base)) {
      response.statusCode = 400
      end(response, 'Bad address\n')
      return
    }
    const url = new URL(target, base)
    answer(request, response, url).catch((error: unknown) => {
      const problem = problemFrom(error)
      log.debug({ code: problem.code, type: problem.type }, 'query refused')
      request.resume()
      if (response.headersSent) return response.destroy()
      response.statusCode = problem.status
      response.setHeader('X-ClickHouse-Exception-Code', String(problem.code))
      end(response, `${problem.message}\n`)
    })
  }
}

function end(response: ServerResponse, body: string | Uint8Array): void {
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}

interface Account {
  user: string
  password: string
}

/** The order is ClickHouse's: its own headers, then Basic, then the URL. */
function accountOf(request: IncomingMessage, url: URL): Account {
  const user = header(request, 'x-clickhouse-user')
  if (user !== undefined) return { user, password: header(request, 'x-clickhouse-key') ?? '' }
  const basic = /^Basic\s+(?<pair>\S+)$/i.exec(header(request, 'authorization') ?? '')?.groups?.pair
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8')
    const colon = pair.indexOf(':')
    return { user: pair.slice(0, Math.max(colon, 0)), password: pair.slice(colon + 1) }
  }
  return { user: url.searchParams.get('user') ?? 'default', password: url.searchParams.get('password') ?? '' }
}

/** Compares digests, so that neither length nor content shows in the time it takes. */
function makeAccountCheck(user: string, password: string): (account: Account) => boolean {
  const digest = (account: Account) =>
    createHash('sha256')
      .update(JSON.stringify([account.user, account.password]))
      .digest()
  const expected = digest({ user, password })
  return (account) => timingSafeEqual(digest(account), expected)
}

function unknownAccount(user: string): ClickHouseProblem {
  const sentence = `${user}: Authentication failed: password is incorrect, or there is no user with such name`
  return new ClickHouseProblem(516, 'AUTHENTICATION_FAILED', sentence)
}
