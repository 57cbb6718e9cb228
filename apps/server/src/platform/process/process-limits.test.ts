import { spawn } from 'node:child_process'
import { getPriority } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { lowerPriority } from './process-limits.ts'

const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'])
afterEach(() => void child.kill())

it('lowers a priority, and never raises it', () => {
  const { pid } = child
  if (pid === undefined) throw new Error('No process was started')
  // The tests themselves may run with a lower priority.
  const before = getPriority(pid)

  lowerPriority(before + 2, pid)
  expect(getPriority(pid)).toBe(before + 2)
  lowerPriority(before + 1, pid)
  expect(getPriority(pid)).toBe(before + 2)
})
