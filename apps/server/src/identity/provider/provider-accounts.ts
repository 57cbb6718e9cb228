import { dashboardScope, userId } from '@linkshelf/contract'
import { type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Db } from '../../platform/postgres/postgres.ts'
import { selectAccount } from '../accounts/user-table.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

/** Finds no account for a token or session that began before its user was signed out everywhere. */
export function createAccountFinder(db: Db): FindAccount {
  return async function findAccount(ctx, id, token) {
    const parsedId = userId.safeParse(id)
    const account = parsedId.success ? await selectAccount(db, parsedId.data) : undefined
    if (account === undefined || beganBefore(account.signed_out_at, signedInAt(ctx, token))) return undefined
    return { accountId: id, claims: () => ({ sub: id, name: account.full_name, email: account.email }) }
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
 * Grants consent without a page, since the only client is our own dashboard. One grant serves a session's sign-ins until a token from it could
 * outlive it. A grant is written only once, so one that was deleted meanwhile can't reappear.
 */
export async function loadGrant({ oidc }: KoaContextWithOIDC, { resource, scope }: { resource: string; scope: string }) {
  const { client, session, account, provider } = oidc
  if (client === undefined || session === undefined || account === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing?.accountId === account.accountId && existing.remainingTTL > tokenLifetimes.refreshToken) return existing

  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(dashboardScope)
  grant.addResourceScope(resource, scope)
  await grant.save()
  return grant
}

/** In seconds: the sign-in the token came from, or the one of the current session. */
function signedInAt(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): number | undefined {
  if (token === undefined) return ctx.oidc.session?.loginTs
  return 'authTime' in token ? token.authTime : token.iat
}

/** Compares seconds with milliseconds: a sign-in within the second of the sign-out is valid. */
function beganBefore(signedOutAt: Date | null, beganAtSeconds: number | undefined): boolean {
  return signedOutAt !== null && (beganAtSeconds ?? 0) < Math.floor(signedOutAt.getTime() / 1000)
}
