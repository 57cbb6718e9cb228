// Runs a migration outside a transaction, so that it does not block writes while it reads a large table.
import type pg from 'pg'
import { type MigrationFile, stripLeadingComments } from '../migration-files.ts'
import { type LockWaits, retryWhileLocked } from './retry-while-locked.ts'
import { splitStatements } from './split-statements.ts'

export interface MigrationRun {
  waits: LockWaits
  /** Records that the file was applied. */
  record(): Promise<void>
}

/** Returns whether a file has the marker of migrations that run outside a transaction. */
export function isOutsideTransaction(sql: string): boolean {
  return /^-- outside a transaction$/m.test(sql)
}

/**
 * Runs each statement of the file by itself, and records the file after the last statement. An interrupted file runs
 * again from its first statement, so each statement must have the same result when it is repeated. A file with a
 * statement that can't be repeated is rejected before any of its statements runs.
 */
export async function runOutsideTransaction(
  client: pg.Client,
  { name, sql }: MigrationFile,
  { waits, record }: MigrationRun,
): Promise<void> {
  const statements = splitStatements(sql)
  const unrepeatable = statements.find((statement) => !isRepeatable(statement))
  if (unrepeatable !== undefined) throw new Error(`it has a statement that can't be repeated: ${unrepeatable.slice(0, 80)}`)
  for (const statement of statements)
    await retryWhileLocked(client, { name, waits }, async () => {
      const index = concurrentIndex.exec(stripLeadingComments(statement))?.groups?.name
      if (index !== undefined) await dropInvalidIndex(client, index)
      // Statements with `concurrently` wait for old transactions and block no writes while they wait. A timeout would
      // leave an index that is half built.
      await client.query(`set lock_timeout = ${isConcurrent(statement) ? 0 : waits.lockTimeoutMs}`)
      await client.query(statement)
    })
  await client.query('reset lock_timeout')
  await record()
}

const concurrentIndex = /^create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(?<name>"[^"]+"|\w+)/i

/**
 * Drops an index that was not built to its end because a process was killed or a statement failed. `if not exists`
 * would take such an index for the complete index, although no query can use it.
 */
async function dropInvalidIndex(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index])
  if (rows.length === 0) return
  await client.query('set lock_timeout = 0')
  await client.query(`drop index concurrently if exists ${index}`)
}

/** Returns whether the statement can only run outside a transaction. */
export function isConcurrent(statement: string): boolean {
  return /^(create\s+(unique\s+)?|drop\s+|re)index\s+(\w+\s+)?concurrently\b/i.test(stripLeadingComments(statement))
}

const repeatableChange =
  /\b(validate\s+constraint|add\s+column\s+if\s+not\s+exists|drop\s+(column|constraint)\s+if\s+exists|force\s+row\s+level\s+security|(set|drop)\s+(not\s+null|default))\b/i

/**
 * Returns whether the statement has the same result when it is repeated. The author of an UPDATE, a DELETE or a block
 * is responsible that the statement skips the rows that it has changed already.
 */
function isRepeatable(statement: string): boolean {
  const code = stripLeadingComments(statement)
  if (/^create\b/i.test(code)) return concurrentIndex.test(code)
  if (/^drop\b/i.test(code)) return /^drop\s+index\s+concurrently\s+if\s+exists\b/i.test(code)
  if (/^alter\s+table\b/i.test(code)) return repeatableChange.test(code)
  return /^(reindex\s+\w+\s+concurrently|update|delete|do|analyze)\b/i.test(code)
}
