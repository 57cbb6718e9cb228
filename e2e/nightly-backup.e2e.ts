import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Instance, runLinkshelf, runUntilExit } from '../harness/run-linkshelf.ts'

const main = join(import.meta.dirname, '../apps/server/src/main.ts')

it('makes, stores and checks a back-up of a running instance, after a back-up was stopped and another was killed', async () => {
  await using instance = await runLinkshelf()
  const folder = join(instance.dataFolder, 'backups')
  const readHealth = async () =>
    (await runUntilExit(instance.environment, 'health')).output.split('\n').find((line) => line.startsWith('backup'))
  expect(await readHealth()).toBe(`backup     none     in ${folder}`)

  const stopped = await startCopying(instance, folder)
  stopped.kill('SIGTERM')
  expect(await once(stopped, 'exit')).toEqual([1, null])
  expect(await listBackups(folder)).toEqual([])
  const killed = await startCopying(instance, folder)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const [partial] = await listBackups(folder)

  expect(await runUntilExit(instance.environment, 'backup')).toEqual({
    code: 0,
    output: expect.stringContaining(`The back-up is in ${folder}`),
  })
  expect(await listBackups(folder)).toEqual([expect.not.stringContaining(partial ?? '')])
  expect(await runUntilExit(instance.environment, 'check-backup')).toEqual({
    code: 0,
    output: expect.stringContaining('all rows equal those of the back-up'),
  })
  expect(await readHealth()).toMatch(/^backup {5}ok {7}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}[\d.]+ kB {2}in .* {2}restored as a check /)
  expect(await (await fetch(`${instance.appUrl}/privacy`)).text()).toContain('A back-up is made every night, and the newest 7 are stored.')
})

/** Returns the names of the back-ups, complete or not. */
async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('linkshelf-'))
}

/** Starts `linkshelf backup`. Resolves when it has written files. */
async function startCopying({ environment }: Instance, folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main, 'backup'], { env: { PATH: process.env.PATH, ...environment }, stdio: 'ignore' })
  while (!(await readdir(folder, { recursive: true }).catch(() => [])).some((path) => path.endsWith('.zst'))) {
    if (child.exitCode !== null) throw new Error(`The back-up ended with ${child.exitCode}`)
    await sleep(1)
  }
  return child
}
