import { dashboardScope, userId } from '@linkshelf/contract'
import { type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { CoreDeps } from '../../platform/deps.ts'
import { findSignedInAccount } from './signed-in-account.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

/** Creates the function by which the provider finds the account of a sign-in. */
export function createAccountFinder(deps: Pick<CoreDeps, 'db' | 'clock'>): FindAccount {
  return async function findAccount(ctx, id, token) {
    const parsedId = userId.safeParse(id)
    if (!parsedId.success) return undefined
    const signedInAt = new Date((findSignInTime(ctx, token) ?? 0) * 1_000)
    const account = await findSignedInAccount(deps, { userId: parsedId.data, sessionUid: findSessionUid(ctx, token), signedInAt })
    return account && { accountId: id, claims: () => ({ sub: id, name: account.full_name, email: account.email }) }
  }
}

/**
 * Adds a check to the sign-in policy: the user of a session must sign in again if the account is deleted or was signed
 * out everywhere.
 */
export function createSignInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const isVoid = new interactionPolicy.Check('session_void', 'the session is no longer valid', 'login_required', ({ oidc }) => {
    return oidc.session?.accountId !== undefined && oidc.account === undefined
  })
  policy.get('login')?.checks.add(isVoid)
  return policy
}

/**
 * Returns the grant for the dashboard, without asking for consent, because the only client is our own dashboard. All
 * sign-ins in a session share a grant until a new token could outlive the grant. A grant is written only once, so a
 * concurrently deleted grant can't reappear.
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

/** Returns in seconds the time of the token's sign-in or, without a token, of the current session's sign-in. */
function findSignInTime(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): number | undefined {
  if (token === undefined) return ctx.oidc.session?.loginTs
  return 'authTime' in token ? token.authTime : token.iat
}

/** Returns the session of the token or, without a token, the current session. */
function findSessionUid(ctx: KoaContextWithOIDC, token: Parameters<FindAccount>[2]): string | undefined {
  if (token === undefined) return ctx.oidc.session?.uid
  return 'sessionUid' in token ? token.sessionUid : undefined
}
