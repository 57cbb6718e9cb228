import type { UserId } from '@linkshelf/contract'
import { createRequestContext, mutate } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueueProviderJoinedEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { ProviderIdentity } from '../provider-clients/provider-identity.ts'
import { insertProviderAccount } from '../tables/provider-account-table.ts'
import { lockProfileForUpdate } from '../tables/user-table.ts'
import { type FormRequest, toEventSource } from '../throttle/rate-limits.ts'

/** Thrown if the account at the provider belongs to another user, or the proof is void. */
class NotJoinableError extends Error {}

interface JoinRequest {
  userId: UserId
  identity: ProviderIdentity
  request: FormRequest
  isProven(tx: Tx): Promise<boolean>
}

/**
 * Connects the account at the provider with the account of a user who has just proved that it is theirs, and notifies
 * the user by email. `isProven` checks the proof again in the transaction, because a concurrent reset of the password
 * may have made it void. Returns false if it is void, or if the account at the provider belongs to a user already.
 */
export async function joinAccount(deps: IdentityDeps, { userId, identity, request, isProven }: JoinRequest): Promise<boolean> {
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api', ...toEventSource(request) })
  try {
    await mutate(ctx, { action: 'user.join_provider', entity: 'user', entityId: userId }, async (tx, change) => {
      if ((await lockProfileForUpdate(tx, userId)) === undefined || !(await isProven(tx))) throw new NotJoinableError()
      if (!(await insertProviderAccount(tx, identity, { userId, now: ctx.now }))) throw new NotJoinableError()
      change.after = { issuer: identity.issuer, email: identity.email }
      await enqueueProviderJoinedEmail(tx, userId, new URL(identity.issuer).host)
    })
    return true
  } catch (error) {
    if (error instanceof NotJoinableError) return false
    throw error
  }
}
