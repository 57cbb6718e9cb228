// Every statement on `limited_emails` and `email_summaries`.
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../postgres/postgres.ts'

declare module '../postgres/postgres.ts' {
  interface Tables {
    limited_emails: { recipient_hash: Buffer; source: string; counted_at: Date; summary_id: string | null }
    email_summaries: {
      id: string
      recipient_hash: Buffer
      kind: string
      address: string
      email_count: number
      first_at: Date
      latest_at: Date
      details: string[]
      is_closed: boolean
    }
  }
}

export type EmailSummary = Selectable<Tables['email_summaries']>

/** Locks the recipient until the transaction ends, so that no other transaction can count the recipient's emails. */
export async function lockRecipient(tx: Tx, recipientHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limited-emails:${recipientHash.toString('hex')}`}, 0))`.execute(tx)
}

/** Selects the email that an earlier run of the job `source` counted. */
export function selectCountedEmail(tx: Tx, recipientHash: Buffer, source: string): Promise<{ summary_id: string | null } | undefined> {
  const counted = tx.selectFrom('limited_emails').select('summary_id').where('recipient_hash', '=', recipientHash)
  return counted.where('source', '=', source).executeTakeFirst()
}

/**
 * Selects the times after `since` at which emails were sent to the recipient on their own, not in a summary. The
 * earliest time is first. Relies on limited_emails_sent_idx.
 */
export async function selectSentSince(tx: Tx, recipientHash: Buffer, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('limited_emails')
    .select('counted_at')
    .where('recipient_hash', '=', recipientHash)
    .where('summary_id', 'is', null)
    .where('counted_at', '>', since)
    .orderBy('counted_at')
    .execute()
  return rows.map(({ counted_at }) => counted_at)
}

export async function insertCountedEmail(tx: Tx, email: Selectable<Tables['limited_emails']>): Promise<void> {
  await tx.insertInto('limited_emails').values(email).execute()
}

interface AddedEmail {
  recipientHash: Buffer
  countedAt: Date
  details: readonly string[]
  /** The maximum number of details that a summary stores. */
  maxDetails: number
}

/**
 * Adds an email to the open summary of the recipient. Returns the id of the summary, or undefined if no summary is
 * open.
 */
export async function addToOpenSummary(tx: Tx, { recipientHash, countedAt, details, maxDetails }: AddedEmail): Promise<string | undefined> {
  const row = await tx
    .updateTable('email_summaries')
    .set({
      email_count: sql`email_count + 1`,
      latest_at: sql`greatest(latest_at, ${countedAt})`,
      details: sql`(details || ${[...details]}::text[])[1:${sql.lit(maxDetails)}]`,
    })
    .where('recipient_hash', '=', recipientHash)
    .where('is_closed', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertSummary(tx: Tx, summary: Omit<EmailSummary, 'is_closed'>): Promise<void> {
  await tx
    .insertInto('email_summaries')
    .values({ ...summary, is_closed: false })
    .execute()
}

/**
 * Closes the summary, so that its numbers are final, and returns it. Returns undefined if the summary was already sent.
 */
export function closeSummary(db: Db, id: string): Promise<EmailSummary | undefined> {
  return db.updateTable('email_summaries').set({ is_closed: true }).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteSummary(db: Db, id: string): Promise<void> {
  await db.deleteFrom('email_summaries').where('id', '=', id).execute()
}

export async function deleteCountedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('limited_emails').where('counted_at', '<', before).execute()
  await db.deleteFrom('email_summaries').where('latest_at', '<', before).execute()
}
