// How long erasures and addresses are stored.
import type pg from 'pg'

const dayMs = 86_400_000
/**
 * How long erasures are stored after a back-up that needs them was deleted, because an operator may have copied the
 * back-up to another place. Also limits how long rows stay in the tables.
 */
export const storedMs = 90 * dayMs
/** A transaction can record an entry before a back-up and commit it after the back-up. Must exceed any transaction. */
export const longestTransactionMs = dayMs

/** Deletes rows that no list needs any more. */
export async function pruneTables(client: pg.Client): Promise<void> {
  const old = `now() - ${storedMs} * interval '1 millisecond'`
  await client.query(`delete from erasures where erased_at < ${old} and kind <> 'beginning'`)
  await client.query(`delete from assigned_addresses where assigned_at < ${old}`)
}
