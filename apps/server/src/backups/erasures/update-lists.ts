// Writes new erasures and new addresses into small files next to the back-ups. Each update writes the entries that the
// previous update could not see, so that an entry of a long transaction is not missed. Entries are read in pages,
// because an import can create a million links.
import type pg from 'pg'
import { endSessionWithMachine, lockSession } from '../../platform/postgres/session-lock.ts'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { isDatabasePaused } from '../pause.ts'
import type { BackupTarget } from '../targets/backup-target.ts'
import { emptySnapshot, formatHeader, type ListHeader } from './list-format.ts'
import { mergeParts } from './merge-parts.ts'
import { erasureListName, listParts, peekListFile, toPartName } from './stored-lists.ts'
import { longestTransactionMs, pruneTables, storedMs } from './stored-time.ts'

/** An update without new entries writes a file this often, so that its end shows up to when the list is complete. */
const renewalMs = 10 * 60_000
/** The key of the advisory lock that an update holds. */
const lockKey = 7_235_003
const pageRows = 5_000

export interface ListUpdates {
  /**
   * Writes the entries that are new. If nothing is new, writes a file only if ten minutes have passed or `isForced`. If
   * `merges`, merges the small files into the lists. Does nothing while the instance is paused, because the lists may
   * belong to its original. Also does nothing during a restore, and if the database has the schema of a release that
   * records no erasures. Returns false, and does nothing, if another process is updating the lists and does not end
   * within `waitMs`.
   */
  update(options?: { isForced?: boolean; merges?: boolean; waitMs?: number }): Promise<boolean>
}

export interface ListUpdateOptions {
  /** Signs in as the owner of the database. */
  databaseUrl: string
  /** If undefined, an update only deletes old rows of the tables. */
  target: BackupTarget | undefined
}

export function createListUpdates({ databaseUrl, target }: ListUpdateOptions): ListUpdates {
  let previous: WrittenFile | undefined
  let writtenAt = Number.NEGATIVE_INFINITY

  return {
    update: ({ isForced = false, merges = false, waitMs = 0 } = {}) =>
      withConnection(databaseUrl, async (client) => {
        // The lock belongs to the session, so no transaction is open while the target is read and written.
        await endSessionWithMachine(client)
        if (!(await lockSession(client, lockKey, waitMs))) return false
        if (!(await hasErasures(client)) || (await isDatabasePaused(client))) return true
        await pruneTables(client)
        if (target === undefined) return true
        previous ??= await findNewestFile(target)
        const header = await openNewEntries(client, previous)
        const firstPage = await fetchPage(client)
        if (firstPage.length > 0 || isForced || performance.now() - writtenAt >= renewalMs) {
          previous = await writePart(client, target, { header, firstPage, previous })
          writtenAt = performance.now()
        }
        if (merges) await mergeParts(target, header.until)
        return true
      }),
  }
}

/** Returns whether the database has the tables of erasures and addresses, and is not being restored. */
async function hasErasures(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hasErasures: boolean }>(
    `select to_regclass('assigned_addresses') is not null and to_regclass('public.linkshelf_restore') is null as "hasErasures"`,
  )
  return rows[0]?.hasErasures === true
}

interface WrittenFile {
  header: ListHeader
  /** The name of a small file without entries. The next file replaces it. */
  emptyPart: string | undefined
}

/** Returns undefined if there is neither a small file nor a list. */
async function findNewestFile(target: BackupTarget): Promise<WrittenFile | undefined> {
  const part = (await listParts(target)).at(-1)
  const file = await peekListFile(target, part ?? erasureListName)
  return file && { header: file.header, emptyPart: file.isEmpty ? part : undefined }
}

/**
 * Opens a cursor for the lines of the new entries, and returns the header of their file. The server stores the lines of
 * the cursor, so no transaction is open while the target is written.
 */
async function openNewEntries(client: pg.Client, previous: WrittenFile | undefined): Promise<ListHeader> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ snapshot: string; readAt: Date; beginning: Date | null }>(
    `select pg_current_snapshot()::text as snapshot, now() as "readAt",
       greatest(min(erased_at), now() - $1 * interval '1 millisecond') as beginning from erasures where kind = 'beginning'`,
    [storedMs],
  )
  const [state] = rows
  if (state === undefined || state.beginning === null) throw new Error('The table of erasures has no beginning')
  const seen = previous?.header ?? { until: new Date(0), snapshot: emptySnapshot }
  const since = new Date(seen.until.getTime() - longestTransactionMs)
  // After a restore or a dump, a snapshot of another server means nothing, so times are compared too.
  const isNew = (recordedIn: string, recordedAt: string) => `${recordedAt} >= '${seen.until.toISOString()}'
    or ${recordedAt} >= '${since.toISOString()}' and ${recordedIn} >= pg_snapshot_xmin('${seen.snapshot}')
      and not pg_visible_in_snapshot(${recordedIn}, '${seen.snapshot}')`
  const toTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await client.query(`declare new_entries no scroll cursor with hold for
    select jsonb_build_object('id', id, 'kind', kind, 'ids', ids, 'erasedAt', ${toTime('erased_at')})::text as line from erasures
    where kind <> 'beginning' and (${isNew('recorded_in', 'erased_at')})
    union all
    select jsonb_build_object('address', address, 'organizationId', assigned_to, 'assignedAt', ${toTime('assigned_at')})::text
    from assigned_addresses where ${isNew('assigned_in', 'assigned_at')}`)
  await client.query('commit')
  return { from: findStart(state.beginning, previous), until: state.readAt, snapshot: state.snapshot }
}

/** Returns the instant from which the new file is complete: usually the end of the previous file. */
function findStart(beginning: Date, previous: WrittenFile | undefined): Date {
  if (previous === undefined || previous.header.until < beginning) return beginning
  return previous.emptyPart === undefined ? previous.header.until : previous.header.from
}

async function fetchPage(client: pg.Client): Promise<string[]> {
  return (await client.query<{ line: string }>(`fetch ${pageRows} from new_entries`)).rows.map(({ line }) => line)
}

interface NewPart {
  header: ListHeader
  firstPage: readonly string[]
  previous: WrittenFile | undefined
}

async function writePart(client: pg.Client, target: BackupTarget, { header, firstPage, previous }: NewPart): Promise<WrittenFile> {
  async function* readPages(): AsyncGenerator<string> {
    yield toText([formatHeader(header), ...firstPage])
    for (let page = firstPage; page.length > 0; yield toText(page)) page = await fetchPage(client)
  }

  const name = toPartName(header)
  await target.writeText(name, readPages())
  if (previous?.emptyPart !== undefined && previous.emptyPart !== name) await target.deleteText(previous.emptyPart)
  return { header, emptyPart: firstPage.length === 0 ? name : undefined }
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
