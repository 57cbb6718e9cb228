import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPath, issuerPath } from '@linkshelf/contract'
import type { JWTVerifyGetKey } from 'jose'
import type { Deps } from '../platform/deps.ts'
import { trustedProxyList } from '../platform/http/client-address.ts'
import type { IdentityTools } from './identity-tools.ts'
import { type AuthPages, makeAuthPages } from './pages/auth-pages.ts'
import { makeUnknownHash } from './password-hash.ts'
import { makeBrowserSessions } from './provider/browser-session.ts'
import { makeKeyFinder, openIdentityKeys } from './provider/identity-keys.ts'
import { openProvider } from './provider/open-provider.ts'
import { makeProviderHandler } from './provider/provider-request.ts'
import { makeThrottle } from './throttle.ts'

export interface IdentityOptions {
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>
  /** Whose X-Forwarded-For is believed: addresses and CIDR ranges. */
  trustedProxies: readonly string[]
  /** Accounts an hour that one network may open without confirming the address by mail; 0 asks everybody. */
  instantSignUpsPerHour?: number
}

export interface Identity {
  issuer: string
  audience: string
  /** Finds the public key of a token of ours, for `makeTokenVerifier`. */
  jwks: JWTVerifyGetKey
  /** What is under `/auth`, without that prefix. Needs the Node server's bindings. */
  pages: AuthPages
  /** A node handler for everything under the issuer's path. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Waits for letters that are still being written. */
  close(): Promise<void>
}

const defaultInstantSignUps = 100

/** The embedded identity provider: people, passwords, sessions, tokens. Makes its keys at the first start. */
export async function openIdentity({
  deps,
  trustedProxies,
  instantSignUpsPerHour = defaultInstantSignUps,
}: IdentityOptions): Promise<Identity> {
  const { db, clock, log, origins } = deps
  const keys = await openIdentityKeys(deps)
  const provider = openProvider(deps, keys)
  const sessions = makeBrowserSessions(provider, db, origins.app)
  const later = makeAfterAnswer(log)
  const tools: IdentityTools = {
    ...deps,
    throttle: makeThrottle(db, clock, keys.throttling),
    unknownHash: await makeUnknownHash(),
    instantSignUpsPerHour,
    afterAnswer: later.add,
  }
  const answer = makeProviderHandler(provider, origins.app)

  return {
    issuer: `${origins.app}${issuerPath}`,
    audience: `${origins.app}${apiPath}`,
    jwks: makeKeyFinder(db, clock, keys),
    pages: makeAuthPages(tools, sessions, trustedProxyList(trustedProxies)),
    handle: (request, response) => void answer(request, response).catch((error) => failed(error, response)),
    close: later.finished,
  }

  function failed(error: unknown, response: ServerResponse): void {
    log.error({ err: error }, 'The identity provider failed')
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}

/** Work begins once the event loop comes round again, when the answer of whoever added it is on its way. */
function makeAfterAnswer(log: Deps['log']) {
  const running = new Set<Promise<void>>()
  return {
    add(work: () => Promise<void>): void {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'Work after an answer failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async finished(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
