import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../apps/server/src/databases/database.ts'
import { type DatabaseAccounts, deriveAccounts } from '../apps/server/src/databases/database-accounts.ts'
import { openEmbeddedPostgres, waitForPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'
import { ensureSecretFile } from '../apps/server/src/platform/process/secret-file.ts'

export interface BenchPostgres extends AsyncDisposable {
  /** The URL connects as the owner of the database. */
  url: string
  accounts: DatabaseAccounts
}

/**
 * Opens a new PostgreSQL with the product's schema and the settings of `linkshelf start`. Its data is in a temporary
 * folder, or in `permanentFolder`, which is not deleted.
 */
export async function openBenchPostgres(permanentFolder?: string): Promise<BenchPostgres> {
  const folder = permanentFolder ?? (await mkdtemp(join(tmpdir(), 'linkshelf-bench-')))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const port = await findFreePort()
  const server = postgres.spawn(port)
  server.stdout?.resume()
  server.stderr?.resume()
  // If a bench is interrupted, the server is stopped too.
  const end = () => void server.kill('SIGINT')
  const exit = () => process.exit(130)
  process.once('exit', end).once('SIGINT', exit).once('SIGTERM', exit)
  await waitForPostgres(postgres.url(port), 30_000)
  const accounts = deriveAccounts(await ensureSecretFile(join(folder, 'database-secret')), postgres.url(port))
  await prepareDatabase(postgres.url(port), accounts)
  return {
    url: postgres.url(port),
    accounts,
    async [Symbol.asyncDispose]() {
      end()
      await once(server, 'exit')
      process.off('exit', end).off('SIGINT', exit).off('SIGTERM', exit)
      if (permanentFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
