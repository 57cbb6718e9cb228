import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshSettings, type Instance, isAlive, postgresProcess, runLinkshelf, startFails } from '../harness/run-linkshelf.ts'

/** Undefined when there is no response: no process listens, or it ended during the request. */
async function statusOf(address: string): Promise<number | undefined> {
  return fetch(address).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function isUp({ appUrl, linksUrl }: { appUrl: string; linksUrl: string }): Promise<boolean> {
  return (await statusOf(`${appUrl}/healthz`)) === 200 && (await statusOf(`${linksUrl}/healthz`)) === 200
}

/** Resolves when the instance runs and its database works: an unknown slug is looked up. */
async function untilUp(instance: { appUrl: string; linksUrl: string }): Promise<void> {
  while (!(await isUp(instance)) || (await statusOf(`${instance.linksUrl}/${randomUUID()}`)) !== 404) await sleep(50)
}

/** Waits while no server has the data folder. */
async function untilPostgres(instance: Instance): Promise<number> {
  for (;;) {
    const pid = await postgresProcess(instance)
    if (pid !== undefined) return pid
    await sleep(20)
  }
}

/** The exit code of `linkshelf health`, and the first two words of each line. */
async function healthOf({ environment }: Instance): Promise<{ code: number | null; parts: string[] }> {
  const { code, output } = await startFails(environment, 'health')
  return {
    code,
    parts: output
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' ')),
  }
}

it('prints its addresses, answers at them and to `linkshelf health`, and exits with 0 on SIGTERM', async () => {
  await using instance = await runLinkshelf()
  const processes = { ...(await instance.processes()), postgres: await untilPostgres(instance) }

  expect(instance.output()).toContain(instance.appUrl)
  expect(instance.output()).toContain(instance.linksUrl)
  expect(instance.output()).toContain('Only this machine can connect.')
  expect(await isUp(instance)).toBe(true)
  expect((await fetch(`${instance.appUrl}/links`)).headers.get('content-type')).toContain('text/html')
  expect((await fetch(`${instance.linksUrl}/nothing-here`)).status).toBe(404)
  expect(await healthOf(instance)).toEqual({ code: 0, parts: ['api up', 'edge up', 'database up', 'analytics up'] })

  expect(await instance.stop()).toBe(0)
  expect(await healthOf(instance)).toMatchObject({ code: 1, parts: ['api down', 'edge down', 'database unknown', 'analytics unknown'] })
  expect(Object.entries(processes).filter(([, pid]) => isAlive(pid))).toEqual([])
})

it('rejects a second start on the same folder, and starts again after a kill -9 of any process', async () => {
  await using instance = await runLinkshelf()

  expect(await startFails(instance.environment)).toEqual({ code: 1, output: expect.stringMatching(/^Linkshelf already runs on .*\n$/) })

  for (const part of ['api', 'edge', 'jobs', 'ship', 'engine']) {
    const before = (await instance.processes())[part]
    if (before === undefined) throw new Error(`There is no process for ${part}`)
    process.kill(before, 'SIGKILL')
    while ((await instance.processes())[part] === before) await sleep(50)
    await untilUp(instance)
  }

  const killed = await untilPostgres(instance)
  process.kill(killed, 'SIGKILL')
  // Its children continue for a moment and answer; postmaster.pid is the dead server's until the
  // next one writes its own.
  while ((await untilPostgres(instance)) === killed) await sleep(20)
  await untilUp(instance)

  const orphan = await untilPostgres(instance)
  await instance.kill()
  expect(isAlive(orphan)).toBe(true)
  await instance.start()
  expect(await isUp(instance)).toBe(true)
  expect(isAlive(orphan)).toBe(false)
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
  await using fresh = await freshSettings()

  const failed = await startFails({ ...fresh.environment, ...(await settings(fresh.dataFolder)) })

  expect(failed).toEqual({ code: 1, output: expect.stringMatching(sentence) })
})

it.each(['PORT', 'LINKS_PORT'] as const)('explains in one sentence that the port of %s is taken', async (setting) => {
  await using fresh = await freshSettings()
  const otherServer = createServer().listen(Number(fresh.environment[setting]), '127.0.0.1')
  await once(otherServer, 'listening')

  const failed = await startFails(fresh.environment)
  otherServer.close()

  expect(failed).toEqual({
    code: 1,
    output: `Port ${fresh.environment[setting]} is taken by another program. Stop it, or choose another port with ${setting}.\n`,
  })
})
