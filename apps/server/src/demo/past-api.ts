import { randomUUID } from 'node:crypto'
import { apiPath, issuerPath } from '@linkshelf/contract'
import { createTokenVerifier } from '../access/index.ts'
import { createCallHandler } from '../api-calls.ts'
import type { Config } from '../config.ts'
import type { Log } from '../platform/process/log.ts'
import { openDeps } from '../processes/open-deps.ts'
import { type ApiClient, makeApiClient } from './api-client.ts'

export interface PastApi extends AsyncDisposable {
  api: ApiClient
  /** What the clock of the calls says from then on, in milliseconds. */
  setTime(millis: number): void
}

/** The API's calls in this process, with a clock that can be set back; whoever asks is checked as ever. */
export function openPastApi(config: Config, token: string, log: Log): PastApi {
  const { appUrl } = config
  let time = Date.now()
  const deps = openDeps(config, log)
  const answerCall = createCallHandler({ ...deps, clock: { now: () => new Date(time) } })
  const verifyToken = createTokenVerifier({
    issuer: `${appUrl}${issuerPath}`,
    audience: `${appUrl}${apiPath}`,
    keys: new URL(`${appUrl}${issuerPath}/jwks`),
  })

  async function answer(request: Request): Promise<Response> {
    const authorization = request.headers.get('authorization') ?? undefined
    const reply = await answerCall(request, { authorization, verifyToken, requestId: randomUUID() })
    return reply ?? new Response(null, { status: 404 })
  }

  return {
    api: makeApiClient(appUrl, token, answer),
    setTime(millis) {
      time = millis
    },
    [Symbol.asyncDispose]: () => deps.close(),
  }
}
