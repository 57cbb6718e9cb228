import { dashboardScope, sessionIdleMs, sessionLifetimeMs, userId } from '@linkshelf/contract'
import { type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { selectSessionEnd } from '../tables/session-table.ts'
import { selectAccount } from '../tables/user-table.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

/**
 * Finds no account for a sign-in that is over: it is 30 days old, was not used for 14 days, its session was signed out
 * or has a later sign-in, its user was signed out everywhere, or the account is disabled.
 */
export function createAccountFinder(db: Db, clock: Clock): FindAccount {
  return async function findAccount(ctx, id, token) {
    const parsedId = userId.safeParse(id)
    if (!parsedId.success) return undefined
    const uid = sessionUidOf(ctx, token)
    const [account, session] = await Promise.all([
      selectAccount(db, parsedId.data),
      uid === undefined ? undefined : selectSessionEnd(db, uid),
    ])
    if (account === undefined || account.disabled_at !== null) return undefined

    const nowMs = clock.now().getTime()
    const signedInMs = (signedInAt(ctx, token) ?? 0) * 1_000
    const lastUsedMs = Math.max(signedInMs, session?.last_used_at.getTime() ?? 0)
    const confirmedMs = Math.max(signedInMs, session?.confirmed_at?.getTime() ?? 0)
    const isOver =
      signedInMs + sessionLifetimeMs <= nowMs ||
      lastUsedMs + sessionIdleMs <= nowMs ||
      beganBefore(session?.signed_in_at, signedInMs) ||
      beganBefore(session?.signed_out_at, signedInMs) ||
      beganBefore(account.signed_out_at, confirmedMs)
    return isOver ? undefined : { accountId: id, claims: () => ({ sub: id, name: account.full_name, email: account.email }) }
  }
}

/** A session whose account is deleted, or was signed out everywhere, has to sign in again. */
export function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const isVoid = new interactionPolicy.Check('session_void', 'the session is no longer valid', 'login_required', ({ oidc }) => {
    return oidc.session?.accountId !== undefined && oidc.account === undefined
  })
  policy.get('login')?.checks.add(isVoid)
  return policy
}

/**
 * Grants consent without a page, since the only client is our own dashboard. One grant serves a session's
 * sign-ins until a token from it could outlive it. A grant is written only once, so one that was deleted
 * meanwhile can't reappear.
 */
export async function loadGrant({ oidc }: KoaContextWithOIDC, { resource, scope }: { resource: string; scope: string }) {
  const { client, session, account, provider } = oidc
  if (client === undefined || session === undefined || account === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing?.accountId === account.accountId && existing.remainingTTL > tokenLifetimes.session) return existing

  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(dashboardScope)
  grant.addResourceScope(resource, scope)
  await grant.save()
  return grant
}

/** Returns the time in seconds: that of the sign-in the token came from, or that of the current session. */
function signedInAt(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): number | undefined {
  if (token === undefined) return ctx.oidc.session?.loginTs
  return 'authTime' in token ? token.authTime : token.iat
}

/** The session that the token came from, or the current one. */
function sessionUidOf(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): string | undefined {
  if (token === undefined) return ctx.oidc.session?.uid
  return 'sessionUid' in token ? token.sessionUid : undefined
}

/** A sign-in is known to the second: one within the second of a sign-out is valid. */
function beganBefore(instant: Date | null | undefined, beganAtMs: number): boolean {
  return instant != null && beganAtMs < Math.floor(instant.getTime() / 1_000) * 1_000
}
