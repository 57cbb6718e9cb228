import { type SessionId, userId } from '@linkshelf/contract'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Deps } from '../../platform/deps.ts'
import { upsertSession } from '../tables/session-table.ts'
import type { ClientDescriber } from './client-describer.ts'

export type SessionDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'> & { clients: ClientDescriber }

/** A request to the provider; `oidc` is missing where no route matched. */
interface TokenRequest {
  oidc?: Pick<KoaContextWithOIDC['oidc'], 'entities'>
  status: number
  ip: string
  get(header: string): string
}

/**
 * Records the session that tokens were issued to, and the browser that received them. A failure is only logged: the
 * browser has used up its code or refresh token, and the next renewal records the session.
 */
export async function recordSession({ db, clock, ids, log, clients }: SessionDeps, ctx: TokenRequest): Promise<void> {
  const { AccessToken, AuthorizationCode, RefreshToken } = ctx.oidc?.entities ?? {}
  const uid = AccessToken?.sessionUid
  const signedInAt = (RefreshToken ?? AuthorizationCode)?.authTime
  if (ctx.status !== 200 || AccessToken === undefined || uid === undefined || signedInAt === undefined) return
  try {
    const client = await clients.describe({ address: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 512) })
    await upsertSession(db, {
      id: ids.next<SessionId>(),
      uid,
      user_id: userId.parse(AccessToken.accountId),
      ...client,
      signed_in_at: new Date(signedInAt * 1_000),
      last_used_at: clock.now(),
    })
  } catch (error) {
    log.error({ err: error }, 'A session could not be recorded')
  }
}
