import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres, waitForPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { findFreePort } from '../../../apps/server/src/platform/process/free-port.ts'

export interface PostgresServer extends AsyncDisposable {
  port: number
  toUrl(database: string): string
  /** Creates a database, which is a copy of `template` if it is given. */
  create(name: string, template?: string): Promise<void>
  drop(name: string): Promise<void>
  /** Returns whether a session in the database waits in `pg_sleep`. */
  isSleeping(database: string): Promise<boolean>
}

/** Starts an empty PostgreSQL server in a temporary folder. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-kills-'))
  await chmod(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const port = await findFreePort()
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', scram_iterations: '1' }
  const server = postgres.spawn(port, unsafe)
  server.stdout?.resume()
  server.stderr?.resume()
  // If this process is interrupted, the server is stopped too.
  const end = () => void server.kill('SIGINT')
  const exit = () => process.exit(130)
  process.once('exit', end).once('SIGINT', exit).once('SIGTERM', exit)
  await waitForPostgres(postgres.url(port), 60_000)
  const admin = new pg.Pool({ connectionString: postgres.url(port), max: 4 })
  // `admin.end()` resolves before its connections are closed. If the server stops first, each emits an `error` event.
  admin.on('error', () => undefined)
  return {
    port,
    toUrl: (database) => postgres.url(port, database),
    create: async (name, template = 'template1') => void (await admin.query(`create database ${name} template ${template}`)),
    drop: async (name) => void (await admin.query(`drop database if exists ${name} with (force)`)),
    async isSleeping(database) {
      const { rows } = await admin.query("select from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'", [database])
      return rows.length > 0
    },
    async [Symbol.asyncDispose]() {
      await admin.end()
      end()
      await once(server, 'exit')
      process.off('exit', end).off('SIGINT', exit).off('SIGTERM', exit)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
