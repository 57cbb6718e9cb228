import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tryLockFile } from './file-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('is held by one owner at a time, and leaves one file', async () => {
  const path = join(folder, 'lock')
  const first = tryLockFile(path)
  expect(tryLockFile(path)).toBeUndefined()
  expect(await readdir(folder)).toEqual(['lock'])
  first?.release()
  const next = tryLockFile(path)
  expect(next).toBeDefined()
  next?.release()
})

it('is released when its process is killed', async () => {
  const path = join(folder, 'lock')
  const module = fileURLToPath(new URL('./file-lock.ts', import.meta.url))
  const script = `import { tryLockFile } from ${JSON.stringify(module)}
    const lock = tryLockFile(${JSON.stringify(path)})
    console.log(lock ? 'locked' : 'taken')
    setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  expect(output).toBe('locked')
  expect(tryLockFile(path)).toBeUndefined()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  const lock = tryLockFile(path)
  expect(lock).toBeDefined()
  lock?.release()
})

it('throws when the directory does not exist', () => {
  expect(() => tryLockFile(join(folder, 'missing', 'lock'))).toThrow()
})
