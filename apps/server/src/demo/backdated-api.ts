import { randomUUID } from 'node:crypto'
import { apiPath, issuerPath } from '@linkshelf/contract'
import { createCallHandler } from '../api/api-calls.ts'
import type { Config } from '../config.ts'
import { openSessionVerifier } from '../identity/index.ts'
import type { Log } from '../platform/process/log.ts'
import { openDeps } from '../processes/open-deps.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { backdateIds } from './backdated-ids.ts'

export interface BackdatedApi extends AsyncDisposable {
  api: ApiClient
  /**
   * Sets the time of later calls, in milliseconds since 1970. The ids that they create contain this time too, because
   * screens compare periods only from the time in the id of a project or link.
   */
  setTime(at: number): void
}

/**
 * Opens a client that runs the API's calls in this process, at a time that can be set back. Tokens are verified as
 * usual.
 */
export function openBackdatedApi(config: Config, token: string, log: Log): BackdatedApi {
  const { appUrl } = config
  let time = Date.now()
  const deps = openDeps(config, 'api', log)
  const handleCall = createCallHandler({ ...deps, clock: { now: () => new Date(time) }, ids: backdateIds(deps.ids, () => time) })
  const sessions = openSessionVerifier(deps, {
    issuer: `${appUrl}${issuerPath}`,
    audience: `${appUrl}${apiPath}`,
    keys: new URL(`${appUrl}${issuerPath}/jwks`),
  })

  async function respond(request: Request): Promise<Response> {
    const authorization = request.headers.get('authorization') ?? undefined
    const response = await handleCall(request, { authorization, verifyToken: sessions.verify, requestId: randomUUID() })
    return response ?? new Response(null, { status: 404 })
  }

  return {
    api: createApiClient(appUrl, token, respond),
    setTime(at) {
      time = at
    },
    async [Symbol.asyncDispose]() {
      sessions.close()
      await deps.close()
    },
  }
}
