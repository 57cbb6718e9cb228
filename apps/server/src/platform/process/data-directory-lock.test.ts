import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { findAddresses, lockDataDirectory } from './data-directory-lock.ts'
import { tryLockFile } from './file-lock.ts'
import { identifyProcess } from './process-identity.ts'

async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-lock-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

it('is held by one process at a time, and can be taken again after its release', async () => {
  await using folder = await aFolder()
  const lock = await lockDataDirectory(folder.path)

  await expect(lockDataDirectory(folder.path)).rejects.toThrow(/already runs on/)
  lock.release()
  ;(await lockDataDirectory(folder.path)).release()
})

it('is taken by only one of several concurrent calls', async () => {
  await using folder = await aFolder()

  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(folder.path)))

  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

it('waits a moment for the lock of a killed process', async () => {
  await using folder = await aFolder()
  const held = tryLockFile(join(folder.path, 'running.lock'))
  const locking = lockDataDirectory(folder.path)
  await identifyProcess(process.pid) // takes longer than the first attempt to lock
  held?.release()
  ;(await locking).release()
})

it('stores the addresses of the services until it is released, readable only by its owner', async () => {
  await using folder = await aFolder()
  const lock = await lockDataDirectory(folder.path)
  lock.recordAddresses({ databaseUrl: 'postgres://secret@127.0.0.1/x' })

  expect(await findAddresses(folder.path)).toEqual({ databaseUrl: 'postgres://secret@127.0.0.1/x' })
  expect((await stat(join(folder.path, 'running.json'))).mode & 0o077).toBe(0)
  lock.release()
  expect(await findAddresses(folder.path)).toBeUndefined()
})

it('records a child later if the disk is full when the child starts', async () => {
  await using folder = await aFolder()
  const lock = await lockDataDirectory(folder.path)
  const file = join(folder.path, 'running.json')
  await mkdir(`${file}.new`) // in place of the draft of the record, so that every write fails
  lock.recordChild('edge', process.pid)
  // The lock identifies the child in the same way before it writes, so it has tried to write by now.
  for (let times = 0; times < 20; times += 1) await identifyProcess(process.pid)
  await rmdir(`${file}.new`)

  await expect.poll(() => readFile(file, 'utf8')).toContain('edge')
  lock.release()
})

it('ends the children of a killed owner, and no other process that has the id of a child', async () => {
  await using folder = await aFolder()
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const lock = await lockDataDirectory(folder.path)
  lock.recordChild('orphan', orphan.pid ?? 0)
  lock.recordChild('bystander', bystander.pid ?? 0)
  const file = join(folder.path, 'running.json')
  while (!(await readFile(file, 'utf8')).includes('bystander')) await sleep(10)

  const record = await readFile(file, 'utf8')
  const { children, ...rest } = JSON.parse(record)
  lock.release()
  // Restores the record that `release` deleted, as a killed process leaves it. The bystander's recorded start time is
  // wrong, so the bystander looks like another process that got the id of a recorded child.
  await writeFile(file, JSON.stringify({ ...rest, children: { ...children, bystander: { ...children.bystander, bornAt: '1' } } }))
  const ended = once(orphan, 'exit')
  const next = await lockDataDirectory(folder.path)
  await ended

  expect(bystander.exitCode).toBeNull()
  expect(bystander.signalCode).toBeNull()
  bystander.kill()
  next.release()
})
