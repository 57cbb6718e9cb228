import { userId } from '@linkshelf/contract'
import type { SignedInActor, UserActor, UserContext } from '../src/access/index.ts'
import { createCallHandler, type HandleCall } from '../src/api/api-calls.ts'
import type { TestDeps } from './open-test-deps.ts'

/** A token verifier for tests: the token is the id of its user, who has just signed in. */
export async function verifyUserId(token: string): Promise<SignedInActor> {
  return toSignedInActor({ kind: 'user', userId: userId.parse(token) })
}

/** The actor as a verified access token makes it, of a sign-in now unless the actor says otherwise. */
function toSignedInActor(actor: UserActor): SignedInActor {
  return {
    expiresAt: new Date(Date.now() + 600_000),
    sessionUid: `session of ${actor.userId}`,
    ended: new AbortController().signal,
    findAuthenticatedAt: async () => new Date(),
    ...actor,
  }
}

export interface ApiCall {
  method: string
  /** The path and query of the call, or its whole URL. */
  path: string
  /** A form, text, or an object that is sent as JSON. */
  body?: object | string | undefined
  headers?: Record<string, string>
}

export const testRequestId = 'corr-1'

/** A handler takes longer to build than to answer a request, so there is one for all calls of a test. */
const handlers = new WeakMap<TestDeps, HandleCall>()

function getHandler(deps: TestDeps): HandleCall {
  const handler = handlers.get(deps) ?? createCallHandler({ ...deps, clickhouse: deps.clickhouseReader }, { google: deps.google })
  handlers.set(deps, handler)
  return handler
}

/**
 * Calls the API in this process, with the accounts of an api, as this user or verified API key unless there is none.
 */
export function createApiCaller(
  deps: TestDeps,
  handle: HandleCall = getHandler(deps),
): (user: Pick<UserContext, 'actor'> | undefined, call: ApiCall) => Promise<Response> {
  return async (user, { method, path, body, headers = {} }) => {
    const init =
      body === undefined
        ? { method, headers }
        : body instanceof FormData
          ? { method, body }
          : {
              method,
              body: typeof body === 'string' ? body : JSON.stringify(body),
              headers: { 'content-type': 'application/json', ...headers },
            }
    const authorization = user && `Bearer ${user.actor.userId}`
    const request = new Request(new URL(path, 'http://app.test'), init)
    const actor = user?.actor
    const verifyToken = actor === undefined ? verifyUserId : async () => (actor.kind === 'apiKey' ? actor : toSignedInActor(actor))
    const response = await handle(request, { authorization, verifyToken, requestId: testRequestId, address: '203.0.113.7' })
    return response ?? new Response('no such call', { status: 599 })
  }
}
