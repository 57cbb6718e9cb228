import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../apps/server/src/database.ts'
import { openEmbeddedPostgres, waitForPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'

/** A PostgreSQL of its own with the product's tables, settings as `linkshelf start` gives them: in a temporary folder, or in one that is kept. */
export async function openBenchPostgres(keptFolder?: string): Promise<{ url: string } & AsyncDisposable> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'linkshelf-bench-')))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const port = await findFreePort()
  const server = postgres.spawn(port)
  server.stdout?.resume()
  server.stderr?.resume()
  // Who stops a bench in the middle leaves no server behind.
  const end = () => void server.kill('SIGINT')
  const leave = () => process.exit(130)
  process.once('exit', end).once('SIGINT', leave).once('SIGTERM', leave)
  await waitForPostgres(postgres.url(port), 30_000)
  await prepareDatabase(postgres.url(port))
  return {
    url: postgres.url(port),
    async [Symbol.asyncDispose]() {
      end()
      await once(server, 'exit')
      process.off('exit', end).off('SIGINT', leave).off('SIGTERM', leave)
      if (keptFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
