// Every statement that writes `users`. The organizations module reads names for its member lists.
import type { Profile, UserId } from '@linkshelf/contract'
import { type Generated, sql, type Updateable } from 'kysely'
import pg from 'pg'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    users: {
      id: UserId
      email: string
      full_name: string
      password_hash: string
      avatar_url: string | null
      language: Generated<Profile['language']>
      theme: Generated<Profile['theme']>
      time_zone: string | null
      created_at: Date
      email_confirmed_at: Date | null
      signed_out_at: Date | null
      deletes_at: Date | null
      deletion_reminded_at: Date | null
      disabled_at: Generated<Date | null>
    }
  }
}

export interface NewUser {
  id: UserId
  email: string
  fullName: string
  passwordHash: string
  createdAt: Date
  isEmailConfirmed: boolean
}

/** Thrown if the address belongs to another account, or belonged to one within the last seven days. */
export class AddressTakenError extends Error {}

/** Inserts the user. Throws AddressTakenError, after which the transaction can only be rolled back. */
export async function insertUser(tx: Tx, { id, email, fullName, passwordHash, createdAt, isEmailConfirmed }: NewUser): Promise<void> {
  const confirmedAt = isEmailConfirmed ? createdAt : null
  const user = { id, email, full_name: fullName, password_hash: passwordHash, created_at: createdAt, email_confirmed_at: confirmedAt }
  await rejectTakenAddress(tx.insertInto('users').values(user).execute())
}

/**
 * Replaces the address of a locked user. Throws AddressTakenError, after which the transaction can only be rolled back.
 */
export async function updateEmail(tx: Tx, userId: UserId, email: string): Promise<void> {
  await rejectTakenAddress(tx.updateTable('users').set({ email }).where('id', '=', userId).execute())
}

/** The unique index of addresses, and the trigger that rejects former addresses. */
const addressConstraints = ['users_email_key', 'users_former_email']

async function rejectTakenAddress(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (error instanceof pg.DatabaseError && addressConstraints.includes(error.constraint ?? '')) throw new AddressTakenError()
    throw error
  }
}

export interface Credentials {
  id: UserId
  email: string
  full_name: string
  password_hash: string
  disabled_at: Date | null
}

/** Returns the account with this address, ignoring case. Relies on users_email_key. */
export function selectCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'password_hash', 'disabled_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

export function selectCredentialsByUserId(db: Db, userId: UserId): Promise<Credentials | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'password_hash', 'disabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** The columns that a new password or a sign-out everywhere changes. */
export type SettledCredentials = Pick<Tables['users'], 'email' | 'password_hash' | 'signed_out_at'>

/**
 * Returns the user's current credentials. First waits for concurrent changes of the user. Returns undefined if the
 * account is deleted or disabled.
 */
export function selectSettledCredentials(db: Db, userId: UserId): Promise<SettledCredentials | undefined> {
  const users = db.selectFrom('users').select(['email', 'password_hash', 'signed_out_at'])
  return users.where('id', '=', userId).where('disabled_at', 'is', null).forShare().executeTakeFirst()
}

export interface AccountRow {
  id: UserId
  email: string
  full_name: string
  time_zone: string | null
  email_confirmed_at: Date | null
  signed_out_at: Date | null
  disabled_at: Date | null
}

export function selectAccount(db: Db, userId: UserId): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'time_zone', 'email_confirmed_at', 'signed_out_at', 'disabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

const profileColumns = [
  'id as user_id',
  'full_name',
  'email',
  'email_confirmed_at',
  'avatar_url',
  'language',
  'theme',
  'time_zone',
  'deletes_at',
  sql<boolean>`users.password_hash not like 'revoked:%'`.as('has_password'),
  sql<boolean>`exists (select from user_totp where user_totp.user_id = users.id)`.as('has_second_factor'),
  sql<Date | null>`(select due_at from second_factor_resets where second_factor_resets.user_id = users.id)`.as('second_factor_reset_at'),
] as const

export async function selectProfile(db: Db, userId: UserId): Promise<Profile | undefined> {
  const row = await db.selectFrom('users').select(profileColumns).where('id', '=', userId).executeTakeFirst()
  return row && toProfile(row)
}

export async function lockProfileForUpdate(tx: Tx, userId: UserId): Promise<Profile | undefined> {
  const row = await tx.selectFrom('users').select(profileColumns).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  return row && toProfile(row)
}

type UserChange = Updateable<
  Pick<Tables['users'], 'full_name' | 'language' | 'theme' | 'time_zone' | 'avatar_url' | 'deletes_at' | 'deletion_reminded_at'>
>

/** Changes the user and returns the profile. The caller has locked the user. */
export async function updateUser(tx: Tx, userId: UserId, change: UserChange): Promise<Profile> {
  return toProfile(await tx.updateTable('users').set(change).where('id', '=', userId).returning(profileColumns).executeTakeFirstOrThrow())
}

interface ProfileRow extends Omit<Profile, 'deletes_at' | 'email_confirmed' | 'second_factor_reset_at'> {
  second_factor_reset_at: Date | null
  deletes_at: Date | null
  email_confirmed_at: Date | null
}

function toProfile({ deletes_at, email_confirmed_at, second_factor_reset_at, ...row }: ProfileRow): Profile {
  return {
    ...row,
    email_confirmed: email_confirmed_at !== null,
    second_factor_reset_at: second_factor_reset_at?.toISOString() ?? null,
    deletes_at: deletes_at?.toISOString() ?? null,
  }
}

/** Replaces a hash that was made with older parameters. Changes nothing if `from` is no longer the stored hash. */
export async function updatePasswordHash(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: to }).where('id', '=', userId).where('password_hash', '=', from).execute()
}

/**
 * Replaces the password hash. Returns false if `from` is no longer the stored hash, so only one of two concurrent
 * changes succeeds.
 */
export async function updateOwnPassword(tx: Tx, userId: UserId, from: string, to: string): Promise<boolean> {
  const updated = await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Makes every earlier sign-in invalid. Returns false if the account is deleted. */
export async function updateSignedOutEverywhere(tx: Tx, userId: UserId, signedOutAt: Date): Promise<boolean> {
  const updated = await tx.updateTable('users').set({ signed_out_at: signedOutAt }).where('id', '=', userId).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Replaces the password hash, whatever hash is stored. The caller has locked the user. */
export async function updatePassword(tx: Tx, userId: UserId, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/**
 * The prefix of the hash of a revoked password, which is rejected and can't be chosen again. Accounts that never had a
 * password have the prefix too.
 */
export const revokedHashPrefix = 'revoked:'

/** Revokes the user's password, until a new password is set. The caller has locked the user. */
export async function revokePassword(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: sql`${revokedHashPrefix} || password_hash` })
    .where('id', '=', userId)
    .where('password_hash', 'not like', `${revokedHashPrefix}%`)
    .execute()
}

/** Selects all users for the operator's list, oldest first. */
export function selectUsers(db: Db) {
  const users = db.selectFrom('users').select(['email', 'full_name', 'created_at', 'email_confirmed_at', 'deletes_at', 'disabled_at'])
  return users.orderBy('created_at').orderBy('id').execute()
}

/** Disables the account or, if `disabledAt` is null, enables it. */
export async function updateDisabled(tx: Tx, userId: UserId, disabledAt: Date | null): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: disabledAt }).where('id', '=', userId).execute()
}

/** Records that the address is confirmed. Later confirmations do not change the time of the first confirmation. */
export async function updateEmailConfirmed(tx: Tx, userId: UserId, confirmedAt: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, ${confirmedAt})` })
    .where('id', '=', userId)
    .execute()
}

export interface DeletedAccount {
  email: string
  deletes_at: Date | null
  deletion_reminded_at: Date | null
}

/**
 * Returns the account's deletion date and locks the account until the transaction ends, also against new memberships.
 * Undefined if the account no longer exists.
 */
export function lockDeletionForUpdate(tx: Tx, userId: UserId): Promise<DeletedAccount | undefined> {
  return tx
    .selectFrom('users')
    .select(['email', 'deletes_at', 'deletion_reminded_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Selects the accounts that are due for deletion by an instant. Relies on users_deletes_at_idx. */
export async function selectAccountsDueBy(db: Db, instant: Date): Promise<{ id: UserId; deletes_at: Date }[]> {
  const due = db.selectFrom('users').select(['id', 'deletes_at']).where('deletes_at', '<=', instant)
  return (await due.orderBy('deletes_at').execute()).flatMap(({ id, deletes_at }) => (deletes_at === null ? [] : [{ id, deletes_at }]))
}

/**
 * Deletes the user. Foreign keys also delete all data that belongs to the user alone. Only the database role of jobs
 * may do this.
 */
export async function deleteUserRow(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
