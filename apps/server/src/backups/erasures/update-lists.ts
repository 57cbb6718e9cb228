// Appends new erasures and new addresses to the lists next to the back-ups. The tables are read completely once, and
// then only from the oldest transaction that was running at the last update, so that a row of a long transaction is not
// missed.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { isDatabasePaused } from '../pause.ts'
import type { BackupTarget } from '../targets/backup-target.ts'
import { formatList, type StoredList } from './list-format.ts'
import { type AssignedAddress, addressListName, type Erasure, erasureListName, parseAddresses, parseErasures } from './stored-lists.ts'

const dayMs = 86_400_000
/**
 * How long erasures stay in the list even if no back-up in the target needs them, because an operator may have copied a
 * back-up to another place. Also limits how long rows stay in the tables.
 */
const storedMs = 90 * dayMs
/** A transaction can record an entry before a back-up and commit it after the back-up. Must exceed any transaction. */
export const longestTransactionMs = dayMs
/** A list without new entries is written again after this time, because its end says until when it is complete. */
const renewalMs = 10 * 60_000
/** The key of the advisory lock that an update holds. */
const lockKey = 7_235_003
const lockPollMs = 200

export interface ListUpdates {
  /**
   * Writes the entries that are new. If nothing is new, writes the lists only if ten minutes have passed or `isForced`.
   * Does nothing while the instance is paused, because the lists may belong to its original. Also does nothing during a
   * restore, and if the database has the schema of a release that records no erasures. Returns false, and does nothing,
   * if another process is updating the lists and does not end within `waitMs`.
   */
  update(options?: { isForced?: boolean; waitMs?: number }): Promise<boolean>
}

export interface ListUpdateOptions {
  /** Signs in as the owner of the database. */
  databaseUrl: string
  target: BackupTarget
}

export function createListUpdates({ databaseUrl, target }: ListUpdateOptions): ListUpdates {
  let firstTransaction = '0'
  let written = { keys: new Set<string>(), at: Number.NEGATIVE_INFINITY }

  return {
    update: ({ isForced = false, waitMs = 0 } = {}) =>
      withConnection(databaseUrl, async (client) => {
        if (!(await lockLists(client, waitMs))) return false
        if (!(await hasErasures(client)) || (await isDatabasePaused(client))) return true
        const rows = await selectRows(client, firstTransaction)
        const keys = new Set([...rows.erasures.map(({ id }) => id), ...rows.addresses.map(({ address }) => address)])
        const isDue = performance.now() - written.at >= renewalMs
        if (!isForced && !isDue && keys.isSubsetOf(written.keys)) return true
        await writeLists(target, rows)
        await deleteOldRows(client)
        firstTransaction = rows.oldestRunning
        written = { keys, at: performance.now() }
        return true
      }),
  }
}

/**
 * Locks the lists until the connection ends. The lock belongs to the session, so no transaction is open while the
 * target is read and written. Returns false if another session still has the lock after `waitMs`.
 */
async function lockLists(client: pg.Client, waitMs: number): Promise<boolean> {
  // If this machine is gone, PostgreSQL notices it within half a minute and releases the lock.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 2')
  const deadline = performance.now() + waitMs
  // A statement that waited for the lock would have a snapshot, and `create index concurrently` would wait for it.
  while (!(await tryLock(client))) {
    if (performance.now() >= deadline) return false
    await sleep(lockPollMs)
  }
  return true
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [lockKey])
  return rows[0]?.isLocked === true
}

/** Returns whether the database has the tables of erasures and addresses, and is not being restored. */
async function hasErasures(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hasErasures: boolean }>(
    `select to_regclass('assigned_addresses') is not null and to_regclass('public.linkshelf_restore') is null as "hasErasures"`,
  )
  return rows[0]?.hasErasures === true
}

interface NewRows {
  /** Every transaction before this transaction has ended. */
  oldestRunning: string
  /** The rows contain everything that was committed before this instant. */
  readAt: Date
  /** Nothing that was erased before this instant is in the table. */
  beginning: Date
  erasures: Erasure[]
  addresses: AssignedAddress[]
}

async function selectRows(client: pg.Client, firstTransaction: string): Promise<NewRows> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<Pick<NewRows, 'oldestRunning' | 'readAt' | 'beginning'>>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestRunning", now() as "readAt",
       greatest(min(erased_at), now() - $1 * interval '1 millisecond') as beginning from erasures where kind = 'beginning'`,
    [storedMs],
  )
  const erasures = await client.query<Omit<Erasure, 'erasedAt'> & { erasedAt: Date }>(
    `select id, kind, ids, erased_at as "erasedAt" from erasures
     where recorded_in >= $1::xid8 and kind <> 'beginning' order by recorded_in, erased_at`,
    [firstTransaction],
  )
  const addresses = await client.query<Omit<AssignedAddress, 'assignedAt'> & { assignedAt: Date }>(
    `select address, assigned_to as "organizationId", assigned_at as "assignedAt" from assigned_addresses
     where assigned_in >= $1::xid8 order by assigned_in`,
    [firstTransaction],
  )
  await client.query('commit')
  const [state] = rows
  if (state === undefined) throw new Error('The table of erasures has no beginning')
  return {
    ...state,
    erasures: erasures.rows.map((row) => ({ ...row, erasedAt: row.erasedAt.toISOString() })),
    addresses: addresses.rows.map((row) => ({ ...row, assignedAt: row.assignedAt.toISOString() })),
  }
}

async function writeLists(target: BackupTarget, rows: NewRows): Promise<void> {
  const [oldest] = await target.listBackups()
  const neededFrom = (oldest === undefined ? rows.readAt.getTime() : toInstant(oldest)) - longestTransactionMs
  const [storedErasures, storedAddresses] = await Promise.all([target.readText(erasureListName), target.readText(addressListName)])
  const erasures = extendList(storedErasures && parseErasures(storedErasures, erasureListName), rows, {
    added: rows.erasures,
    toKey: ({ id }) => id,
    toTime: ({ erasedAt }) => Date.parse(erasedAt),
    storedFrom: Math.min(neededFrom, rows.readAt.getTime() - storedMs),
  })
  const addresses = extendList(storedAddresses && parseAddresses(storedAddresses, addressListName), rows, {
    added: rows.addresses,
    toKey: ({ address }) => address,
    toTime: ({ assignedAt }) => Date.parse(assignedAt),
    storedFrom: neededFrom,
  })
  await target.writeText(addressListName, formatList(addresses))
  await target.writeText(erasureListName, formatList(erasures))
}

interface ListChange<Entry> {
  added: readonly Entry[]
  toKey: (entry: Entry) => string
  toTime: (entry: Entry) => number
  /** Entries from before this instant, in milliseconds since 1970, are dropped. */
  storedFrom: number
}

function extendList<Entry>(
  stored: StoredList<Entry> | undefined | '',
  { beginning, readAt }: Pick<NewRows, 'beginning' | 'readAt'>,
  { added, toKey, toTime, storedFrom }: ListChange<Entry>,
): StoredList<Entry> {
  // If a stored list ends before the beginning of the table, erasures between the two times are unknown.
  const isContinued = stored && stored.until >= beginning
  const from = Math.max(isContinued ? stored.from.getTime() : beginning.getTime(), storedFrom)
  const entryByKey = new Map([...(stored ? stored.entries : []), ...added].map((entry) => [toKey(entry), entry]))
  return { from: new Date(from), until: readAt, entries: [...entryByKey.values()].filter((entry) => toTime(entry) >= storedFrom) }
}

/** Returns the milliseconds since 1970 in a back-up's name, for example `linkshelf-2026-11-29T03-00-00Z`. */
function toInstant(name: string): number {
  const [, day = '', time = ''] = /^linkshelf-([^T]+)T(.+)Z$/.exec(name) ?? []
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}

async function deleteOldRows(client: pg.Client): Promise<void> {
  const old = `now() - ${storedMs} * interval '1 millisecond'`
  await client.query(`delete from erasures where erased_at < ${old} and kind <> 'beginning'`)
  await client.query(`delete from assigned_addresses where assigned_at < ${old}`)
}
