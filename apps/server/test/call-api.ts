import { userId } from '@linkshelf/contract'
import type { SignedInActor, UserActor, UserContext } from '../src/access/index.ts'
import { createCallHandler, type HandleCall } from '../src/api/api-calls.ts'
import type { TestDeps } from './open-test-deps.ts'

/** A token verifier for tests: the token is the id of its user, who has just signed in. */
export async function verifyUserId(token: string): Promise<SignedInActor> {
  return toSignedInActor({ kind: 'user', userId: userId.parse(token) })
}

/** Returns the actor that a verified access token yields. The sign-in was just now, unless `actor` has other values. */
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

/**
 * The handler of each `deps`, which all calls with these `deps` share, because building a handler takes longer than
 * answering a request.
 */
const handlers = new WeakMap<TestDeps, HandleCall>()

function getHandler(deps: TestDeps): HandleCall {
  const handler = handlers.get(deps) ?? createCallHandler({ ...deps, clickhouse: deps.clickhouseReader }, { google: deps.google })
  handlers.set(deps, handler)
  return handler
}

/**
 * Returns a function that calls the API in this process, with the database accounts of an api process. The call acts as
 * the given user or verified API key, or without a sign-in if `user` is undefined.
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
