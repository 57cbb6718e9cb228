import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { findAddresses, lockDataDirectory } from './data-directory-lock.ts'

async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-claim-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

it('is given to one process at a time, and given again when it was released', async () => {
  await using folder = await aFolder()
  const claim = await lockDataDirectory(folder.path)

  await expect(lockDataDirectory(folder.path)).rejects.toThrow(/already runs on/)
  claim.release()
  ;(await lockDataDirectory(folder.path)).release()
})

it('is given to one of several that ask at the same moment', async () => {
  await using folder = await aFolder()

  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(folder.path)))

  expect(asked.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

it('tells where the parts are, to its owner alone, for as long as it is held', async () => {
  await using folder = await aFolder()
  const claim = await lockDataDirectory(folder.path)
  claim.noteAddresses({ databaseUrl: 'postgres://secret@127.0.0.1/x' })

  expect(await findAddresses(folder.path)).toEqual({ databaseUrl: 'postgres://secret@127.0.0.1/x' })
  expect((await stat(join(folder.path, 'running.json'))).mode & 0o077).toBe(0)
  claim.release()
  expect(await findAddresses(folder.path)).toBeUndefined()
})

it('ends what a killed owner left running, and nothing that merely has the same number', async () => {
  await using folder = await aFolder()
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const claim = await lockDataDirectory(folder.path)
  claim.noteChild('orphan', orphan.pid ?? 0)
  claim.noteChild('bystander', bystander.pid ?? 0)
  const file = join(folder.path, 'running.json')
  while (!(await readFile(file, 'utf8')).includes('bystander')) await sleep(10)

  const note = await readFile(file, 'utf8')
  const { children, ...rest } = JSON.parse(note)
  claim.release()
  // As if this process had been killed, and another had been given the bystander's number since.
  await writeFile(file, JSON.stringify({ ...rest, children: { ...children, bystander: { ...children.bystander, bornAt: '1' } } }))
  const ended = once(orphan, 'exit')
  const next = await lockDataDirectory(folder.path)
  await ended

  expect(bystander.exitCode).toBeNull()
  expect(bystander.signalCode).toBeNull()
  bystander.kill()
  next.release()
})
