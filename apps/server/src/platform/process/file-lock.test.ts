import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeFileLock } from './file-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('gives the lock to one at a time, and leaves one file', async () => {
  const path = join(folder, 'lock')
  const held = takeFileLock(path)
  expect(takeFileLock(path)).toBeUndefined()
  expect(await readdir(folder)).toEqual(['lock'])
  held?.release()
  const next = takeFileLock(path)
  expect(next).toBeDefined()
  next?.release()
})

it('takes the lock back from a process that was killed', async () => {
  const path = join(folder, 'lock')
  const module = fileURLToPath(new URL('./file-lock.ts', import.meta.url))
  const holding = `import { takeFileLock } from ${JSON.stringify(module)}
    const lock = takeFileLock(${JSON.stringify(path)})
    console.log(lock ? 'held' : 'refused')
    setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', holding], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  expect(said).toBe('held')
  expect(takeFileLock(path)).toBeUndefined()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  const lock = takeFileLock(path)
  expect(lock).toBeDefined()
  lock?.release()
})

it('fails rather than waits when there is no such folder', () => {
  expect(() => takeFileLock(join(folder, 'missing', 'lock'))).toThrow()
})
