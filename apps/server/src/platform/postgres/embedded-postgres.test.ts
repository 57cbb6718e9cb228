import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { findFreePort } from '../process/free-port.ts'
import { openEmbeddedPostgres, waitForPostgres, writeCheckpoint } from './embedded-postgres.ts'

/** Creates a folder that only its owner can enter, like some home directories. */
async function aClosedDirectory(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-postgres-'))
  await chmod(path, 0o700)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

it('runs in a closed directory, keeps its data, stops an orphaned server, and writes a checkpoint when asked', async () => {
  await using folder = await aClosedDirectory()
  const first = await openEmbeddedPostgres(join(folder.path, 'data'))
  const port = await findFreePort()
  const orphan = first.spawn(port)
  await waitForPostgres(first.url(port), 30_000)
  await query(first.url(port), 'create table stored (value text)')
  await query(first.url(port), "insert into stored values ('still here')")
  const gone = once(orphan, 'exit')

  const second = await openEmbeddedPostgres(join(folder.path, 'data'))
  await gone
  const server = second.spawn(port)
  await waitForPostgres(second.url(port), 30_000)

  expect(await query(second.url(port), 'select value from stored')).toEqual([{ value: 'still here' }])
  expect(await query(second.url(port), 'show fsync')).toEqual([{ fsync: 'on' }])
  const [written] = (await query(second.url(port), 'select pg_current_wal_lsn() as position')) as [{ position: string }]
  await writeCheckpoint(second.url(port))
  const isWritten = `select redo_lsn >= '${written.position}' as "isWritten" from pg_control_checkpoint()`
  expect(await query(second.url(port), isWritten)).toEqual([{ isWritten: true }])
  server.kill('SIGINT')
  await once(server, 'exit')
})

/** Starts an idle process of the user that the server runs as. */
function startIdleProcess(): ChildProcess {
  const runAs = process.getuid?.() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : []
  const [file = '', ...args] = [...runAs, 'sleep', 'infinity']
  return spawn(file, args, { stdio: 'ignore' })
}

it('starts after a kill even if another process now has the id of the killed server', async () => {
  await using folder = await aClosedDirectory()
  const first = await openEmbeddedPostgres(join(folder.path, 'data'))
  const port = await findFreePort()
  const killed = first.spawn(port)
  await waitForPostgres(first.url(port), 30_000)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const idle = startIdleProcess()
  const pidFile = join(folder.path, 'data', 'cluster', 'postmaster.pid')
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(idle.pid)))

  const second = await openEmbeddedPostgres(join(folder.path, 'data'))
  const server = second.spawn(port)
  await waitForPostgres(second.url(port), 30_000)

  expect(idle.exitCode).toBe(null)
  server.kill('SIGINT')
  idle.kill()
  await Promise.all([once(server, 'exit'), once(idle, 'exit')])
})

it('starts over when an earlier start was killed while it created the cluster', async () => {
  await using folder = await aClosedDirectory()
  await mkdir(join(folder.path, 'data', 'cluster.new', 'base'), { recursive: true })

  await openEmbeddedPostgres(join(folder.path, 'data'))

  expect(existsSync(join(folder.path, 'data', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder.path, 'data', 'cluster.new'))).toBe(false)
})

it('requires the password', async () => {
  await using folder = await aClosedDirectory()
  const postgres = await openEmbeddedPostgres(join(folder.path, 'data'))
  const port = await findFreePort()
  const server = postgres.spawn(port)
  await waitForPostgres(postgres.url(port), 30_000)
  const wrong = new URL(postgres.url(port))
  wrong.password = 'wrong'

  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  server.kill('SIGINT')
  await once(server, 'exit')
})
