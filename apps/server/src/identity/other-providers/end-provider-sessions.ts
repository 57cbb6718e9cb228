import type { UserId } from '@linkshelf/contract'
import { createRequestContext, logSecurityEvent, mutate } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { InvalidLogoutTokenError, type LogoutToken } from '../provider-clients/logout-token.ts'
import type { ProviderClient } from '../provider-clients/provider-client.ts'
import { deletePendingChanges } from '../tables/email-change-table.ts'
import { deleteProviderSessionState } from '../tables/identity-state-table.ts'
import { deleteProviderSignIns, selectProviderSignIns } from '../tables/provider-account-table.ts'
import { lockSessionsForUpdate, updateSignedOut } from '../tables/session-table.ts'
import { type FormRequest, logoutTokenLimit, logoutTokenUseLimit, toEventSource } from '../throttle/rate-limits.ts'

export type LogoutOutcome = 'ended' | 'invalid' | 'throttled'

/**
 * Ends the sessions that a logout token of the provider names: those that began with one session at the provider, or
 * all that began with the user's account there. A token is accepted once. Throws if the provider can't be reached.
 */
export async function endProviderSessions(
  deps: IdentityDeps,
  { provider, token, request }: { provider: ProviderClient; token: string; request: FormRequest },
): Promise<LogoutOutcome> {
  const { throttle, log } = deps
  const source = toEventSource(request)
  const attempt = { limit: logoutTokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return 'throttled'
  const logout = await provider.verifyLogoutToken(token).catch((error: unknown) => {
    if (error instanceof InvalidLogoutTokenError) return error
    throw error
  })
  if (logout instanceof InvalidLogoutTokenError) return reject(logout.message)
  const use = { limit: logoutTokenUseLimit, subject: `${logout.issuer}\0${logout.id}` }
  if ((await throttle.consume(source, use)) !== undefined) return reject('The logout token was used before')
  try {
    await endSessions(deps, logout, request)
  } catch (error) {
    await throttle.refund(use)
    throw error
  }
  await throttle.refund(attempt)
  return 'ended'

  function reject(reason: string): LogoutOutcome {
    logSecurityEvent(log, 'provider.rejected', { ...source, issuer: provider.settings.issuer, reason })
    return 'invalid'
  }
}

async function endSessions(deps: IdentityDeps, logout: LogoutToken, request: FormRequest): Promise<void> {
  const signIns = await selectProviderSignIns(deps.db, logout)
  const actor = { kind: 'system', name: 'back-channel logout' } as const
  const ctx = createRequestContext(deps, { actor, source: 'api', ...toEventSource(request) })
  for (const [userId, ended] of Map.groupBy(signIns, ({ user_id }) => user_id)) {
    const ids = ended.map(({ id }) => id)
    const mutation = { action: 'session.end_by_provider', entity: 'user', entityId: userId } as const
    await mutate({ ...ctx, account: { id: userId } }, mutation, async (tx, change) => {
      await lockSessionsForUpdate(tx, userId) // in the lock order of `mutate`
      change.after = { issuer: logout.issuer, sessions: await endSignIns(tx, { userId, ids, now: ctx.now }) }
    })
  }
}

/**
 * Ends the sessions of the user that began with these sign-ins at other providers, and pending changes of the address
 * that they requested. Returns the number of sessions. The caller has locked the sessions.
 */
export async function endSignIns(tx: Tx, { userId, ids, now }: { userId: UserId; ids: readonly string[]; now: Date }): Promise<number> {
  if (ids.length === 0) return 0
  // A sign-in that stores its session now waits for the deletion, and then finds that it is void.
  await deleteProviderSignIns(tx, ids)
  const uids = await deleteProviderSessionState(tx, userId, ids)
  await updateSignedOut(tx, uids, now)
  for (const uid of uids) await deletePendingChanges(tx, userId, uid)
  return uids.length
}
