import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { release } from '../apps/server/src/platform/migration-files.ts'
import { findPostgresProcess, type Instance, isAlive, openFreshSettings, runLinkshelf, runUntilExit } from '../harness/run-linkshelf.ts'
import { aDataFolder, createPartSettings, readStoreAddresses, runPart } from '../harness/run-part.ts'

let instance: Instance

beforeAll(async () => {
  instance = await runLinkshelf()
})
afterAll(() => instance[Symbol.asyncDispose]())

/**
 * Returns the status of a response. Returns undefined if there is no response, because no process listens or the
 * process ended during the request.
 */
async function findStatus(address: string): Promise<number | undefined> {
  return fetch(address).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function isUp({ appUrl, linksUrl }: { appUrl: string; linksUrl: string }): Promise<boolean> {
  return (await findStatus(`${appUrl}/healthz`)) === 200 && (await findStatus(`${linksUrl}/healthz`)) === 200
}

/**
 * Resolves when the instance runs and its database works. The lookup of an unknown slug shows that the database works.
 */
async function waitUntilUp(instance: { appUrl: string; linksUrl: string }): Promise<void> {
  while (!(await isUp(instance)) || (await findStatus(`${instance.linksUrl}/${randomUUID()}`)) !== 404) await sleep(50)
}

/** Waits until a PostgreSQL server uses the data folder. Returns the server's process id. */
async function waitForPostgresProcess(instance: Instance): Promise<number> {
  for (;;) {
    const pid = await findPostgresProcess(instance)
    if (pid !== undefined) return pid
    await sleep(20)
  }
}

/** Returns the exit code of `linkshelf health` and the first two words of each line. */
async function checkHealth({ environment }: Instance): Promise<{ code: number | null; parts: string[] }> {
  const { code, output } = await runUntilExit(environment, 'health')
  return {
    code,
    parts: output
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' ')),
  }
}

/** Adds a migration that this release does not have to the list of applied migrations. */
async function applyNewerMigration(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("insert into schema_migrations (name) values ('9999_later.sql')")
  await client.end()
}

const lacksMigration = `Linkshelf ${release} lacks 9999_later.sql of PostgreSQL, which a newer release applied: install the newer release again, or restore the back-ups from before it; nothing was changed.\n`

it('prints its addresses, responds at these addresses, and reports its health to `linkshelf health`', async () => {
  expect(instance.output()).toContain(instance.appUrl)
  expect(instance.output()).toContain(instance.linksUrl)
  expect(instance.output()).toContain('Only this machine can connect.')
  expect(await isUp(instance)).toBe(true)
  expect((await fetch(`${instance.appUrl}/links`)).headers.get('content-type')).toContain('text/html')
  expect((await fetch(`${instance.linksUrl}/nothing-here`)).status).toBe(404)
  expect(await checkHealth(instance)).toEqual({ code: 0, parts: ['api up', 'edge up', 'database up', 'analytics up', 'backup none'] })
})

it('rejects a second start on the same folder, and starts again after a kill -9 of any process', async () => {
  expect(await runUntilExit(instance.environment)).toEqual({ code: 1, output: expect.stringMatching(/^Linkshelf already runs on .*\n$/) })

  for (const part of ['api', 'edge', 'jobs', 'ship', 'engine']) {
    const before = (await instance.processes())[part]
    if (before === undefined) throw new Error(`There is no process for ${part}`)
    process.kill(before, 'SIGKILL')
    while ((await instance.processes())[part] === before) await sleep(50)
    await waitUntilUp(instance)
  }

  const killed = await waitForPostgresProcess(instance)
  process.kill(killed, 'SIGKILL')
  // The children of the killed server continue for a moment and respond. postmaster.pid names the killed server until
  // the next server writes its own file. So the test waits for another process id.
  while ((await waitForPostgresProcess(instance)) === killed) await sleep(20)
  await waitUntilUp(instance)

  const orphan = await waitForPostgresProcess(instance)
  await instance.kill()
  expect(isAlive(orphan)).toBe(true)
  await instance.start()
  expect(await isUp(instance)).toBe(true)
  expect(isAlive(orphan)).toBe(false)
})

it('starts edges and shippers, but neither api nor jobs, if a newer release has migrated the database', async () => {
  await using folder = await aDataFolder()
  const stores = await readStoreAddresses(instance)
  await applyNewerMigration(stores.databaseUrl)

  const failing = ['api', 'jobs'] as const
  const [failed, edge, shipper] = await Promise.all([
    Promise.all(failing.map((part) => runUntilExit(createPartSettings(part, folder.path, stores), part))),
    runPart('edge', folder.path, stores),
    runPart('ship', folder.path, stores),
  ])
  await using _edge = edge
  await using _shipper = shipper

  expect(failed).toEqual(failing.map(() => ({ code: 1, output: lacksMigration })))
  expect((await fetch(`http://127.0.0.1:${edge.port}/nothing-here`)).status).toBe(404)
})

it('exits with 0 on SIGTERM, and leaves no process', async () => {
  const processes = { ...(await instance.processes()), postgres: await waitForPostgresProcess(instance) }

  expect(await instance.stop()).toBe(0)

  const parts = ['api down', 'edge down', 'database unknown', 'analytics unknown', 'backup unknown']
  expect(await checkHealth(instance)).toMatchObject({ code: 1, parts })
  expect(Object.entries(processes).filter(([, pid]) => isAlive(pid))).toEqual([])
})

it('does not start again on a database that a newer release has migrated', async () => {
  expect(await runUntilExit(instance.environment)).toEqual({ code: 1, output: lacksMigration })
})

it.each([
  [
    'a folder that is a file',
    async (folder: string): Promise<Record<string, string>> => {
      await writeFile(join(folder, 'file'), '')
      return { LINKSHELF_DATA: join(folder, 'file') }
    },
    /^The data folder .* can't be written .* LINKSHELF_DATA\.\n$/,
  ],
  [
    'an unreachable database',
    async () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }),
    /^PostgreSQL at .* can't be used: .* Check DATABASE_URL\.\n$/,
  ],
  [
    'an unreachable ClickHouse',
    async () => ({ CLICKHOUSE_URL: 'http://127.0.0.1:9/none' }),
    /^ClickHouse at .* can't be used: .* Check CLICKHOUSE_URL\.\n$/,
  ],
  ['an invalid database URL', async () => ({ DATABASE_URL: 'mysql://x' }), /^These settings can't be used: DATABASE_URL .*\n$/],
  ['an invalid address range', async () => ({ TRUSTED_PROXIES: '10.0.0.0/99' }), /^These settings can't be used: TRUSTED_PROXIES .*\n$/],
  ['a port that is not a number', async () => ({ PORT: 'http' }), /^These settings can't be used: PORT .*\n$/],
])('explains in one sentence why it can not start with %s', async (_name, settings, sentence) => {
  await using fresh = await openFreshSettings()

  const failed = await runUntilExit({ ...fresh.environment, ...(await settings(fresh.dataFolder)) })

  expect(failed).toEqual({ code: 1, output: expect.stringMatching(sentence) })
})

it.each(['PORT', 'LINKS_PORT'] as const)('explains in one sentence that the port of %s is taken', async (setting) => {
  await using fresh = await openFreshSettings()
  const otherServer = createServer().listen(Number(fresh.environment[setting]), '127.0.0.1')
  await once(otherServer, 'listening')

  const failed = await runUntilExit(fresh.environment)
  otherServer.close()

  expect(failed).toEqual({
    code: 1,
    output: `Port ${fresh.environment[setting]} is taken by another program. Stop it, or choose another port with ${setting}.\n`,
  })
})
