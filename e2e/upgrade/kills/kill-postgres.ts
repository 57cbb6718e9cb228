// Kills the process that migrates PostgreSQL with SIGKILL, and starts it again.
import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareDatabase } from '../../../apps/server/src/databases/database.ts'
import { deriveAccounts } from '../../../apps/server/src/databases/database-accounts.ts'
import { migratePostgres } from '../../../apps/server/src/platform/postgres/postgres-migrations.ts'
import { splitStatements } from '../../../apps/server/src/platform/postgres/split-statements.ts'
import { isOutsideTransaction } from '../../../apps/server/src/platform/postgres/statements-outside-transactions.ts'
import { describeDatabase, findUnstableColumns } from './describe-database.ts'
import { findDifference, type KillResult, runEach } from './kill-result.ts'
import { type KillableProcess, startKillableProcess, type Task } from './killable-process.ts'
import { openMessageProxy } from './open-message-proxy.ts'
import type { PostgresServer } from './postgres-server.ts'

/** A kill mostly waits until the server has noticed it, so several kills run at the same time. */
const killsAtOnce = 5

interface PostgresWork {
  /** The database to which the work is done. It is copied for each kill, and does not change. */
  state: string
  /** Does the work without a kill. */
  run(databaseUrl: string): Promise<void>
}

interface PostgresFile {
  state: string
  /** Has every file up to the file that is killed. */
  folder: string
  name: string
}

let created = 0

/** Returns a name for a database that does not exist yet. */
export function createDatabaseName(): string {
  created += 1
  return `kill_${created}`
}

/**
 * Kills the process before the first statement of a file, and after each statement. If the file runs outside a
 * transaction, also kills it while the server runs each statement.
 */
export async function killPostgresFile(server: PostgresServer, { state, folder, name }: PostgresFile): Promise<KillResult> {
  const sql = await readFile(join(folder, name), 'utf8')
  const run = (databaseUrl: string) => migratePostgres(databaseUrl, folder)
  const statements = splitStatements(sql)
  if (isOutsideTransaction(sql)) {
    const result = await killAtEachMessage(server, { state, run }, () => ({ task: 'postgres-files', argument: folder }))
    return { ...result, statements: statements.length }
  }
  const kill = async (database: string, nth: number) => {
    await using stopping = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kill-'))
    await writeFile(join(stopping.path, name), statements.toSpliced(nth, 0, 'select pg_sleep(1000000)').join(';\n'))
    const child = startKillableProcess('postgres-files', { databaseUrl: server.toUrl(database), argument: stopping.path })
    while (!(await server.isSleeping(database))) {
      if (child.hasEnded()) throw new Error(`it ended before statement ${nth}: ${await child.ended}`)
      await sleep(10)
    }
    child.kill()
    await child.ended
  }
  return killEach(
    server,
    { state, run },
    {
      kills: statements.map((_, nth) => nth).concat(statements.length),
      statements: statements.length,
      kill,
      describe: (nth) => `after statement ${nth}`,
    },
  )
}

/** Kills the process at each message of the work after the files: the job queue's schema, rights, accounts, slugs. */
export function killPostgresSteps(server: PostgresServer, state: string): Promise<KillResult> {
  const secrets = new Map<string, Buffer>()
  const toAccounts = (databaseUrl: string) => {
    const name = new URL(databaseUrl).pathname
    const secret = secrets.get(name) ?? randomBytes(32)
    secrets.set(name, secret)
    return deriveAccounts(secret, databaseUrl)
  }
  const run = async (databaseUrl: string) => {
    const accounts = toAccounts(databaseUrl)
    await prepareDatabase(databaseUrl, accounts)
    for (const url of Object.values(accounts)) await signIn(url)
  }
  return killAtEachMessage(server, { state, run }, (databaseUrl) => ({
    task: 'postgres-steps',
    argument: JSON.stringify(toAccounts(databaseUrl)),
  }))
}

interface ProcessArguments {
  task: Task
  argument: string
}

/** Kills the process twice at each message: before the server receives it, and while the server executes it. */
async function killAtEachMessage(
  server: PostgresServer,
  work: PostgresWork,
  toArguments: (databaseUrl: string) => ProcessArguments,
): Promise<KillResult> {
  const runThroughProxy = async (database: string, onMessage: (child: () => KillableProcess | undefined) => boolean) => {
    let child: KillableProcess | undefined
    await using proxy = await openMessageProxy(server.port, () => onMessage(() => child))
    const databaseUrl = Object.assign(new URL(server.toUrl(database)), { port: String(proxy.port) }).href
    const { task, argument } = toArguments(databaseUrl)
    child = startKillableProcess(task, { databaseUrl, argument })
    const messages = await child.ended
    if (messages !== undefined) throw new Error(messages)
  }
  let statements = 0
  const counted = createDatabaseName()
  await server.create(counted, work.state)
  await runThroughProxy(counted, () => {
    statements += 1
    return true
  })
  await server.drop(counted)
  const kill = (database: string, nth: number) => {
    let seen = 0
    return runThroughProxy(database, (findChild) => {
      seen += 1
      if (seen <= Math.floor(nth / 2)) return true
      findChild()?.kill()
      return nth % 2 === 1
    })
  }
  const describe = (nth: number) => `${nth % 2 === 0 ? 'before' : 'during'} message ${Math.floor(nth / 2) + 1}`
  return killEach(server, work, { kills: Array.from({ length: statements * 2 }, (_, nth) => nth), statements, kill, describe })
}

interface Kills {
  statements: number
  kills: readonly number[]
  /** Does the work on a database in a process that it kills. Throws if the process ended before. */
  kill(database: string, nth: number): Promise<void>
  /** Says when the process is killed, for example `after statement 3`. */
  describe(nth: number): string
}

/** Kills the work, does it again without a kill, and compares the database with a database that was never killed. */
async function killEach(
  server: PostgresServer,
  { state, run }: PostgresWork,
  { statements, kills, kill, describe }: Kills,
): Promise<KillResult> {
  const failures: string[] = []
  const [expected, other] = [createDatabaseName(), createDatabaseName()]
  for (const database of [expected, other]) {
    await server.create(database, state)
    await run(server.toUrl(database))
  }
  const unstable = await findUnstableColumns(server.toUrl(expected), server.toUrl(other))
  const lines = await describeDatabase(server.toUrl(expected), unstable)
  await runEach(kills, killsAtOnce, async (nth) => {
    const database = createDatabaseName()
    await server.create(database, state)
    try {
      await kill(database, nth)
      await run(server.toUrl(database))
      const difference = findDifference(await describeDatabase(server.toUrl(database), unstable), lines)
      if (difference !== undefined) failures.push(`${describe(nth)}: ${difference}`)
    } catch (error) {
      failures.push(`${describe(nth)}: ${error instanceof Error ? error.message : error}`)
    }
    await server.drop(database)
  })
  for (const database of [expected, other]) await server.drop(database)
  return { statements, kills: kills.length, failures }
}

async function signIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}
