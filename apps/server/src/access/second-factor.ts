// An owner can require a second factor from all members of an organization. These expressions decide who has a second
// factor.
import { type SecondFactor, secondFactors, type UserId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'

/** The fields of an `Actor` that decide whether a second factor is missing. */
type CheckedActor = { kind: 'system' } | { kind: 'user'; userId: UserId; sessionUid?: string } | { kind: 'apiKey'; userId: UserId }

const existsByFactor: Record<SecondFactor, (userId: RawBuilder<UserId>) => RawBuilder<boolean>> = {
  totp: (userId) => sql<boolean>`exists (select from user_totp where user_totp.user_id = ${userId})`,
  passkey: (userId) => sql<boolean>`exists (select from user_passkeys where user_passkeys.user_id = ${userId})`,
  provider: (userId) => sql<boolean>`exists (select from user_provider_accounts where user_provider_accounts.user_id = ${userId})`,
}

/** Returns an expression for the second factors of a user's account, in the contract's order. `userId` is a column. */
export function selectSecondFactors(userId: string): RawBuilder<SecondFactor[]> {
  const listed = secondFactors.map((factor) => sql`case when ${existsByFactor[factor](sql.ref(userId))} then ${sql.lit(factor)} end`)
  return sql<SecondFactor[]>`array_remove(array[${sql.join(listed)}]::text[], null)`
}

/**
 * Returns an expression for whether the actor lacks a second factor that the organization requires. `isRequired` is the
 * organization's column. Jobs and commands need no second factor.
 *
 * An account at another identity provider counts only in a session that began there, because the user may also sign in
 * with a password alone. API keys and download addresses have no session, so the account itself counts.
 */
export function lacksSecondFactor(actor: CheckedActor, isRequired: string): RawBuilder<boolean> {
  if (actor.kind === 'system') return sql<boolean>`false`
  const userId = sql<UserId>`${actor.userId}::uuid`
  const sessionUid = actor.kind === 'user' ? actor.sessionUid : undefined
  const isGuardedByProvider =
    sessionUid === undefined
      ? existsByFactor.provider(userId)
      : sql<boolean>`exists (select from user_sessions where uid = ${sessionUid} and user_id = ${userId} and 'provider' = any(methods))`
  return sql<boolean>`(
    ${sql.ref(isRequired)} and not (${existsByFactor.totp(userId)} or ${existsByFactor.passkey(userId)} or ${isGuardedByProvider})
  )`
}
