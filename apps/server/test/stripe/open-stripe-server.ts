import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { closeServer, listen } from '../../src/platform/http/listen.ts'
import type { StripeBilling } from '../../src/subscriptions/billing.ts'
import { openBilling } from '../../src/subscriptions/index.ts'
import { createStripeAccount, type StripeAccount } from './stripe-account.ts'
import { answerStripeCall, StripeApiError } from './stripe-api.ts'

const testSecretKey = 'sk_test_linkshelf'
export const testWebhookSecret = 'whsec_linkshelf'

export interface StripeServer extends AsyncDisposable {
  account: StripeAccount
  billing: StripeBilling
  /** The received calls, as `METHOD /path`, without replays of an idempotency key. */
  sentCalls(): string[]
  /**
   * Holds responses back: a response is computed when its call arrives, but is sent only when `release` is called.
   * After `stop`, responses to later calls are sent at once.
   */
  hold(): { arrived(count: number): Promise<void>; stop(): void; release(): void }
  /** While true, every call is answered with 500. */
  setDown(isDown: boolean): void
}

interface Answer {
  status: number
  body: string
  isReplayed?: boolean
}

/** Serves Stripe's REST API on this machine. `billing` uses the real library, which calls this server. */
export async function openStripeServer({
  now,
  ...options
}: {
  now?: () => Date
  graceDays?: number
  trialDays?: number
} = {}): Promise<StripeServer> {
  const account = createStripeAccount(now)
  const answers = new Map<string, { fields: string; status: number; body: string }>()
  const sentCalls: string[] = []
  let isDown = false
  let held: (() => void)[] | undefined

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const fields = request.method === 'GET' || request.method === 'DELETE' ? url.search.slice(1) : await text(request)
    const { status, body, isReplayed } = answer(request, url.pathname, fields)
    const waiting = held
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve))
    response.writeHead(status, { 'content-type': 'application/json', ...(isReplayed && { 'idempotent-replayed': 'true' }) }).end(body)
  }

  /**
   * Answers a call. If its idempotency key is repeated with the same parameters, returns the first response again. If
   * the parameters differ, rejects the call.
   */
  function answer({ method = 'GET', headers }: IncomingMessage, path: string, fields: string): Answer {
    if (isDown) return toResponse(new StripeApiError(500, { type: 'api_error', message: 'Down' }))
    if (headers.authorization !== `Bearer ${testSecretKey}`)
      return toResponse(new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
    const key = headers['idempotency-key']?.toString()
    const before = key === undefined ? undefined : answers.get(key)
    if (before !== undefined && before.fields !== `${path} ${fields}`)
      return toResponse(new StripeApiError(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' }))
    if (before !== undefined) return { ...before, isReplayed: true }
    sentCalls.push(`${method} ${path}`)
    const result = toResponse(run(() => answerStripeCall(account, method, path, Object.fromEntries(new URLSearchParams(fields)))))
    if (key !== undefined) answers.set(key, { fields: `${path} ${fields}`, ...result })
    return result
  }

  const server = createServer((request, response) => void respond(request, response))
  const apiUrl = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'PORT')}`
  const settings = {
    secretKey: testSecretKey,
    webhookSecrets: ['whsec_new', testWebhookSecret],
    apiUrl,
    graceDays: 7,
    trialDays: 0,
    ...options,
  }
  const billing = await openBilling(settings)
  if (billing.provider !== 'stripe') throw new Error('Stripe is configured')
  return {
    account,
    billing,
    sentCalls: () => sentCalls,
    hold() {
      const waiting: (() => void)[] = []
      held = waiting
      return {
        arrived: (count) => expect.poll(() => waiting).toHaveLength(count),
        stop: () => {
          held = undefined
        },
        release: () => {
          for (const send of waiting) send()
        },
      }
    },
    setDown: (next) => {
      isDown = next
    },
    [Symbol.asyncDispose]: () => closeServer(server, 0),
  }
}

function run(call: () => object): object {
  try {
    return call()
  } catch (error) {
    if (error instanceof StripeApiError) return error
    throw error
  }
}

function toResponse(result: object): Answer {
  if (result instanceof StripeApiError) return { status: result.status, body: JSON.stringify(result.body) }
  return { status: 200, body: JSON.stringify(result) }
}
