import { dashboardScope, sessionIdleMs, sessionLifetimeMs, type UserId, userId } from '@linkshelf/contract'
import { type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { CoreDeps } from '../../platform/deps.ts'
import { selectSessionEnd } from '../tables/session-table.ts'
import { type AccountRow, selectAccount } from '../tables/user-table.ts'
import { tokenLifetimes } from './token-lifetimes.ts'

/** A user's sign-in on a browser. */
export interface SignIn {
  userId: UserId
  /** The provider's id of the session. */
  sessionUid: string | undefined
  signedInAt: Date
}

/**
 * Returns the account of a sign-in. Returns undefined if the sign-in has ended, that is, if:
 * - the sign-in is 30 days old or was not used for 14 days
 * - its session was signed out or has a later sign-in
 * - its user was signed out everywhere
 * - its account is deleted or disabled
 */
export async function findSignedInAccount(
  { db, clock }: Pick<CoreDeps, 'db' | 'clock'>,
  { userId: id, sessionUid, signedInAt }: SignIn,
): Promise<AccountRow | undefined> {
  const [account, session] = await Promise.all([
    selectAccount(db, id),
    sessionUid === undefined ? undefined : selectSessionEnd(db, sessionUid),
  ])
  if (account === undefined || account.disabled_at !== null) return undefined

  const nowMs = clock.now().getTime()
  const signedInMs = signedInAt.getTime()
  const lastUsedMs = Math.max(signedInMs, session?.last_used_at.getTime() ?? 0)
  const confirmedMs = Math.max(signedInMs, session?.confirmed_at?.getTime() ?? 0)
  const isOver =
    signedInMs + sessionLifetimeMs <= nowMs ||
    lastUsedMs + sessionIdleMs <= nowMs ||
    beganBefore(session?.signed_in_at, signedInMs) ||
    beganBefore(session?.signed_out_at, signedInMs) ||
    beganBefore(account.signed_out_at, confirmedMs)
  return isOver ? undefined : account
}

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

/**
 * Returns whether a sign-in began before a sign-out. Sign-in times have whole seconds, so a sign-in within the second
 * of the sign-out is valid.
 */
function beganBefore(instant: Date | null | undefined, beganAtMs: number): boolean {
  return instant != null && beganAtMs < Math.floor(instant.getTime() / 1_000) * 1_000
}
