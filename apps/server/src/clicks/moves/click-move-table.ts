// Every statement on `click_moves`, and the PostgreSQL locks that stop writes of clicks at the end of a move, and for a
// moment of each back-up.
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../platform/postgres/postgres.ts'
import { endSessionWithMachine, lockSession } from '../../platform/postgres/session-lock.ts'
import { StartError } from '../../platform/process/start-error.ts'

export interface ClickMove {
  fromStore: string
  toStore: string
  target: string
  isComplete: boolean
}

const selectMoves = `select from_store as "fromStore", to_store as "toStore", target, completed_at is not null as "isComplete"
  from click_moves order by completed_at desc nulls last`

/** Returns all moves. Complete moves come first, and the latest of them is at the top. */
export async function selectClickMoves(db: Db): Promise<ClickMove[]> {
  return (await db.executeQuery<ClickMove>(CompiledQuery.raw(selectMoves))).rows
}

/**
 * Keys of advisory locks. Each write of clicks takes a shared lock on `write`. A move or back-up locks `write`
 * exclusively to stop all writes. It also locks `move` until it ends, so that no second move or back-up begins.
 */
const lockKeys = { write: 7_235_021, move: 7_235_022 }

/** PostgreSQL needs a moment to release the locks of a killed process. */
const killedLockMs = 3_000

/**
 * Runs `work` under the shared lock. Returns undefined, without running `work`, if a session has stopped all writes. If
 * the connection is lost during `work`, rejects when `work` has ended, because the lock was lost too.
 */
export async function runWithWriteLock<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isLocked: boolean }>`select pg_try_advisory_lock_shared(${lockKeys.write}) as "isLocked"`.execute(
      connection,
    )
    if (rows[0]?.isLocked !== true) return undefined
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock_shared(${lockKeys.write})`.execute(connection)
    }
  })
}

/**
 * A connection that holds the locks of a move or back-up. If the connection ends, for example because the process was
 * killed, PostgreSQL releases the locks.
 */
export interface MoveSession extends AsyncDisposable {
  moves(): Promise<ClickMove[]>
  recordStart(move: Pick<ClickMove, 'fromStore' | 'toStore' | 'target'>): Promise<void>
  /** Asserts that no other session is open. Rejects if the connection was lost, because the locks were lost with it. */
  assertAlone(): Promise<void>
  /**
   * Stops all writes of clicks until `resumeWriting` or the session's end. Resolves when no statement is writing
   * clicks.
   */
  stopWriting(): Promise<void>
  resumeWriting(): Promise<void>
  /** Records the move as complete. Afterwards, clients of `guardClickWrites` write nothing to the old store. */
  recordCompletion(move: Pick<ClickMove, 'fromStore' | 'toStore'>): Promise<void>
}

/**
 * Opens the session of a move or back-up. `databaseUrl` signs in as the owner of the database. Throws a StartError if
 * another session is open.
 */
export async function openMoveSession(databaseUrl: string): Promise<MoveSession> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // a lost connection rejects the next query
  await client.connect()
  await endSessionWithMachine(client) // then writes continue
  const session: MoveSession = {
    moves: async () => (await client.query<ClickMove>(selectMoves)).rows,
    async recordStart({ fromStore, toStore, target }) {
      await client.query('insert into click_moves (from_store, to_store, target) values ($1, $2, $3) on conflict do nothing', [
        fromStore,
        toStore,
        target,
      ])
    },
    assertAlone: async () => void (await client.query('select')),
    stopWriting: async () => void (await client.query('select pg_advisory_lock($1)', [lockKeys.write])),
    resumeWriting: async () => void (await client.query('select pg_advisory_unlock($1)', [lockKeys.write])),
    async recordCompletion({ fromStore, toStore }) {
      await client.query('update click_moves set completed_at = now() where from_store = $1 and to_store = $2', [fromStore, toStore])
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
  if (await lockSession(client, lockKeys.move, killedLockMs)) return session
  await client.end()
  throw new StartError('Another `linkshelf move clicks` or `linkshelf backup` runs. Wait until it ends, or stop it.')
}
