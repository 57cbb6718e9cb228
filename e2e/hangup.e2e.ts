import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshSettings, isAlive, openFreshSettings } from '../harness/run-linkshelf.ts'

const launcher = fileURLToPath(new URL('../bin/linkshelf.mjs', import.meta.url))

/** Returns the process ids of a running instance by part, or undefined while the instance starts. */
async function findProcesses({ dataFolder }: FreshSettings): Promise<Record<string, number> | undefined> {
  const text = await readFile(join(dataFolder, 'running.json'), 'utf8').catch(() => '{}')
  const { pid, children = {} } = JSON.parse(text)
  const parts = Object.entries<{ pid: number }>(children).map(([name, part]) => [name, part.pid])
  return parts.length < 5 ? undefined : { ...Object.fromEntries(parts), supervisor: pid }
}

/**
 * Resolves with the process ids when all parts of `linkshelf start` run, and api and edge respond. If `before` is
 * given, also waits until api, edge, jobs and ship are new processes.
 */
async function waitUntilRunning(fresh: FreshSettings, before?: Record<string, number>): Promise<Record<string, number>> {
  const { PORT, LINKS_PORT } = fresh.environment
  for (;;) {
    const processes = await findProcesses(fresh)
    const isNew = processes && ['api', 'edge', 'jobs', 'ship'].every((part) => processes[part] !== before?.[part])
    const answers = [PORT, LINKS_PORT].map((port) => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))
    if (isNew && (await Promise.all(answers)).every((answer) => answer?.ok)) return processes
    await sleep(50)
  }
}

/** Returns the settings together with PATH and HOME. */
function toEnvironment({ environment }: FreshSettings): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

let fresh: FreshSettings

beforeAll(async () => {
  fresh = await openFreshSettings()
})
afterAll(() => fresh[Symbol.asyncDispose]())

it('restarts api, edge and jobs when a service manager sends SIGHUP to the launcher, and stops on SIGTERM', async () => {
  // A detached process has its own session, which has no terminal, so the launcher runs as under a service manager.
  const service = spawn(launcher, ['start'], { env: toEnvironment(fresh), detached: true, stdio: 'ignore' })
  const before = await waitUntilRunning(fresh)

  service.kill('SIGHUP')
  const after = await waitUntilRunning(fresh, before)

  expect([after.supervisor, after.engine]).toEqual([before.supervisor, before.engine])
  expect(await end(service, 'SIGTERM')).toBe(0)
  expect(Object.values(after).filter(isAlive)).toEqual([])
})

it('stops when the terminal that it was started in is closed', async () => {
  // `script` runs the command in a terminal. When `script` is killed, the terminal closes.
  const terminal = spawn('script', ['--quiet', '--command', `'${launcher}' start`, '/dev/null'], {
    env: toEnvironment(fresh),
    stdio: 'ignore',
  })
  const processes = await waitUntilRunning(fresh)

  await end(terminal, 'SIGKILL')

  while (Object.values(processes).some(isAlive)) await sleep(50)
})
