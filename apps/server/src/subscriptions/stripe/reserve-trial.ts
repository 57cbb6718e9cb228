// A user gets one trial, for any organization. A payment page that offers the trial reserves it for its organization,
// so that only one open page offers it. A trigger marks the trial as used when it begins. When an account is deleted or
// gets another address, other triggers store a keyed hash of its address, so that a new account gets no second trial.
import type { OrganizationId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import { mutate, type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

interface TrialTable {
  user_id: UserId
  organization_id: OrganizationId
  offered_at: Date
  used_at: Date | null
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    user_trials: TrialTable
    trials_of_deleted_accounts: { address_hash: Buffer; deleted_at: Date }
    former_addresses: { user_id: UserId; address_hash: Buffer; changed_at: Date }
  }
}

/**
 * How long a trial stays reserved: longer than the 24 hours after which Stripe expires a page. After this time, another
 * organization can use the trial.
 */
const reservationMs = 25 * 60 * 60_000

class TrialTakenError extends Error {}

/** Reserves the acting user's trial for the organization. Returns false if the trial is not available. */
export async function reserveTrial(ctx: OrganizationContext<UserContext>): Promise<boolean> {
  const trial = await read(ctx, (tx) => selectTrial(tx, ctx.actor.userId))
  if (trial === undefined ? await read(ctx, (tx) => hadTrialBefore(tx, ctx.actor.userId)) : !isFree(trial, ctx)) return false
  const mutation = {
    action: 'subscription.offer_trial',
    entity: 'subscription',
    entityId: ctx.organization.id,
    role: 'owner',
  } as const
  try {
    await mutate(ctx, mutation, async (tx) => {
      if (!(await upsertTrialReservation(tx, ctx))) throw new TrialTakenError()
    })
    return true
  } catch (error) {
    // Another request reserved the trial first.
    if (!(error instanceof TrialTakenError)) throw error
    return false
  }
}

function isFree({ organization_id, offered_at, used_at }: Selectable<TrialTable>, { organization, now }: OrganizationContext): boolean {
  const isReserved = organization_id !== organization.id && offered_at >= toReservationCutoff(now)
  return used_at === null && !isReserved
}

/** Returns the cutoff of reservations: a reservation that was made before this instant has ended. */
function toReservationCutoff(now: Date): Date {
  return new Date(now.getTime() - reservationMs)
}

function selectTrial(tx: Tx, userId: UserId): Promise<Selectable<TrialTable> | undefined> {
  return tx.selectFrom('user_trials').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Returns whether a deleted account with this user's address had a trial, or an account that formerly had it. */
async function hadTrialBefore(tx: Tx, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ had_trial: boolean }>`select had_trial_before(${userId}) as had_trial`.execute(tx)
  return rows[0]?.had_trial === true
}

/** Deletes the hashes of addresses whose accounts were deleted or got another address before an instant. */
export async function deleteTrialAddressesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('trials_of_deleted_accounts').where('deleted_at', '<', instant).execute()
  await db.deleteFrom('former_addresses').where('changed_at', '<', instant).execute()
}

/**
 * Reserves the trial for the organization. Returns false if the trial is used or another organization has reserved it.
 */
async function upsertTrialReservation(tx: Tx, { actor, organization, now }: OrganizationContext<UserContext>): Promise<boolean> {
  const reserved = await tx
    .insertInto('user_trials')
    .values({ user_id: actor.userId, organization_id: organization.id, offered_at: now, used_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ organization_id: sql`excluded.organization_id`, offered_at: sql`excluded.offered_at` })
        .where('user_trials.used_at', 'is', null)
        .where((where) =>
          where.or([
            where('user_trials.organization_id', '=', organization.id),
            where('user_trials.offered_at', '<', toReservationCutoff(now)),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return reserved !== undefined
}
