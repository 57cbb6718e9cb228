import { spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { lowerPriority } from './lower-priority.ts'

const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'])
afterEach(() => void child.kill())

it('lowers a priority, and raises none', () => {
  const { pid } = child
  if (pid === undefined) throw new Error('No process was started')
  setPriority(pid, 3)

  lowerPriority(8, pid)
  expect(getPriority(pid)).toBe(8)
  lowerPriority(5, pid)
  expect(getPriority(pid)).toBe(8)
})
