import { type SessionId, signInMethod, userId } from '@linkshelf/contract'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { CoreDeps } from '../../platform/deps.ts'
import type { ClientDescriber } from '../client-describer.ts'
import { upsertSession } from '../tables/session-table.ts'

export type SessionDeps = CoreDeps & { clients: ClientDescriber }

/** A request to the provider; `oidc` is missing if no route matched. */
interface TokenRequest {
  oidc?: Pick<KoaContextWithOIDC['oidc'], 'entities'>
  status: number
  ip: string
  get(header: string): string
}

/**
 * Records the session and the browser that received its tokens. A failure is only logged, because the browser has used
 * up its code or refresh token. The next renewal of the tokens records the session.
 */
export async function recordSession({ db, clock, ids, log, clients }: SessionDeps, ctx: TokenRequest): Promise<void> {
  const { AccessToken, AuthorizationCode, RefreshToken } = ctx.oidc?.entities ?? {}
  const uid = AccessToken?.sessionUid
  // A session that an earlier release began has no `amr`. Only passwords existed then.
  const { authTime: signedInAt, amr = ['password'] } = RefreshToken ?? AuthorizationCode ?? {}
  if (ctx.status !== 200 || AccessToken === undefined || uid === undefined || signedInAt === undefined) return
  try {
    const client = await clients.describe({ address: ctx.ip, userAgent: ctx.get('user-agent').slice(0, 512) })
    await upsertSession(db, {
      id: ids.next<SessionId>(),
      uid,
      user_id: userId.parse(AccessToken.accountId),
      ...client,
      methods: signInMethod.array().parse(amr),
      signed_in_at: new Date(signedInAt * 1_000),
      last_used_at: clock.now(),
    })
  } catch (error) {
    log.error({ err: error }, 'A session could not be recorded')
  }
}
