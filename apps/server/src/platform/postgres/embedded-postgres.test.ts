import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { findFreePort } from '../process/free-port.ts'
import { openEmbeddedPostgres, waitForPostgres } from './embedded-postgres.ts'

/** Closed to everybody but its owner, as a home folder may be. */
async function aClosedFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-postgres-'))
  await chmod(path, 0o700)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

it('runs in a closed folder, keeps its data, and ends a server that was left behind', async () => {
  await using folder = await aClosedFolder()
  const first = await openEmbeddedPostgres(join(folder.path, 'data'))
  const port = await findFreePort()
  const orphan = first.spawn(port)
  await waitForPostgres(first.url(port), 30_000)
  await ask(first.url(port), 'create table kept (value text); ')
  await ask(first.url(port), "insert into kept values ('still here')")
  const gone = once(orphan, 'exit')

  const second = await openEmbeddedPostgres(join(folder.path, 'data'))
  await gone
  const server = second.spawn(port)
  await waitForPostgres(second.url(port), 30_000)

  expect(await ask(second.url(port), 'select value from kept')).toEqual([{ value: 'still here' }])
  expect(await ask(second.url(port), 'show fsync')).toEqual([{ fsync: 'on' }])
  server.kill('SIGINT')
  await once(server, 'exit')
})

it('begins again when an earlier start was killed while it made the cluster', async () => {
  await using folder = await aClosedFolder()
  await mkdir(join(folder.path, 'data', 'cluster.new', 'base'), { recursive: true })

  await openEmbeddedPostgres(join(folder.path, 'data'))

  expect(existsSync(join(folder.path, 'data', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder.path, 'data', 'cluster.new'))).toBe(false)
})

it('asks for the password', async () => {
  await using folder = await aClosedFolder()
  const postgres = await openEmbeddedPostgres(join(folder.path, 'data'))
  const port = await findFreePort()
  const server = postgres.spawn(port)
  await waitForPostgres(postgres.url(port), 30_000)
  const guessed = new URL(postgres.url(port))
  guessed.password = 'guessed'

  await expect(ask(guessed.href, 'select 1')).rejects.toThrow('password authentication failed')
  server.kill('SIGINT')
  await once(server, 'exit')
})
