// Every statement on `user_provider_accounts` and `provider_sign_ins`.
import { sessionLifetimeMs, type UserId } from '@linkshelf/contract'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    user_provider_accounts: {
      issuer: string
      subject: string
      user_id: UserId
      email: string | null
      created_at: Date
      last_used_at: Date
    }
    provider_sign_ins: { id: string; issuer: string; subject: string; sid: string | null; user_id: UserId; created_at: Date }
  }
}

/** A user's account at another identity provider. */
export interface ProviderAccountKey {
  issuer: string
  subject: string
}

export interface ProviderAccountOwner {
  id: UserId
  email: string
  disabled_at: Date | null
}

/** Returns the user to whom the account at the provider belongs. */
export function selectProviderAccountOwner(db: Db, { issuer, subject }: ProviderAccountKey): Promise<ProviderAccountOwner | undefined> {
  return db
    .selectFrom('user_provider_accounts as accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.id', 'users.email', 'users.disabled_at'])
    .where('accounts.issuer', '=', issuer)
    .where('accounts.subject', '=', subject)
    .executeTakeFirst()
}

/** Inserts the account. Returns false if it belongs to a user already. */
export async function insertProviderAccount(
  tx: Tx,
  { issuer, subject, email }: ProviderAccountKey & { email: string | undefined },
  { userId, now }: { userId: UserId; now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('user_provider_accounts')
    .values({ issuer, subject, user_id: userId, email: email ?? null, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function updateProviderAccountUse(
  db: Db,
  { issuer, subject, email }: ProviderAccountKey & { email: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('user_provider_accounts')
    .set({ last_used_at: now, email: email ?? null })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Returns the user's accounts at other providers, oldest first. Relies on user_provider_accounts_user_id_idx. */
export function selectProviderAccounts(db: Db | Tx, userId: UserId): Promise<(ProviderAccountKey & { email: string | null })[]> {
  return db
    .selectFrom('user_provider_accounts')
    .select(['issuer', 'subject', 'email'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export async function deleteProviderAccount(tx: Tx, { issuer, subject }: ProviderAccountKey): Promise<void> {
  await tx.deleteFrom('user_provider_accounts').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}

/** Deletes all of the user's accounts at other providers. Returns their issuers. */
export async function deleteProviderAccounts(tx: Tx, userId: UserId): Promise<string[]> {
  const deleted = await tx.deleteFrom('user_provider_accounts').where('user_id', '=', userId).returning('issuer').execute()
  return deleted.map(({ issuer }) => issuer)
}

export interface ProviderSignIn extends ProviderAccountKey {
  id: string
  sid: string | undefined
  userId: UserId
}

export async function insertProviderSignIn(db: Db, { id, issuer, subject, sid, userId }: ProviderSignIn, now: Date): Promise<void> {
  await db
    .insertInto('provider_sign_ins')
    .values({ id, issuer, subject, sid: sid ?? null, user_id: userId, created_at: now })
    .execute()
}

/**
 * Returns whether the sign-in has not ended, the account at the provider still belongs to the user, and the user's
 * account is not disabled. First waits for concurrent changes of them.
 */
export async function isSettledProviderSignIn(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('provider_sign_ins')
    .innerJoin('users', 'users.id', 'provider_sign_ins.user_id')
    .innerJoin('user_provider_accounts as accounts', (join) =>
      join
        .onRef('accounts.issuer', '=', 'provider_sign_ins.issuer')
        .onRef('accounts.subject', '=', 'provider_sign_ins.subject')
        .onRef('accounts.user_id', '=', 'provider_sign_ins.user_id'),
    )
    .select('provider_sign_ins.id')
    .where('provider_sign_ins.id', '=', id)
    .where('users.disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Selects the sign-ins that a logout names: those of one session at the provider, or else all of the subject. Relies on
 * provider_sign_ins_sid_idx and provider_sign_ins_subject_idx.
 */
export function selectProviderSignIns(
  db: Db | Tx,
  { issuer, subject, sid }: { issuer: string; subject: string | undefined; sid: string | undefined },
): Promise<{ id: string; user_id: UserId }[]> {
  let signIns = db.selectFrom('provider_sign_ins').select(['id', 'user_id']).where('issuer', '=', issuer)
  if (sid !== undefined) signIns = signIns.where('sid', '=', sid)
  if (subject !== undefined) signIns = signIns.where('subject', '=', subject)
  return signIns.execute()
}

/** Stores the id of the session at the provider with which the user signed in again. */
export async function updateProviderSid(tx: Tx, id: string, { issuer, subject, sid }: ProviderAccountKey & { sid: string | undefined }) {
  await tx
    .updateTable('provider_sign_ins')
    .set({ sid: sid ?? null })
    .where('id', '=', id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export async function deleteProviderSignIns(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('provider_sign_ins').where('id', 'in', ids).execute()
}

/** Deletes sign-ins whose sessions have expired. Relies on provider_sign_ins_created_at_idx. */
export async function deleteExpiredProviderSignIns(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('provider_sign_ins')
    .where('created_at', '<=', new Date(now.getTime() - sessionLifetimeMs))
    .execute()
}
