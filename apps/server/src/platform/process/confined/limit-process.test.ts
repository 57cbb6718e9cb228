import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LimitedProcess, limitProcess } from './limit-process.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const maxStallMs = 1_000
const unlimited = Number.POSITIVE_INFINITY

/** Watches this process as if it were a child. Only the time without progress is limited. */
function watchOwnProcess(): LimitedProcess {
  const child = { pid: process.pid, kill: () => true } as unknown as ChildProcess
  return limitProcess(child, { maxMemoryBytes: unlimited, maxStepMs: unlimited, maxTotalMs: unlimited, maxStallMs })
}

function wait(ms: number): void {
  vi.advanceTimersByTime(ms)
}

it.each<[string, (watch: LimitedProcess) => void]>([
  ['between two steps', (watch) => watch.endStep()],
  ['in which the process waits for its parent', (watch) => watch.setWaiting(true)],
])('does not limit the time %s', (_which, pause) => {
  const watch = watchOwnProcess()
  pause(watch)
  wait(100 * maxStallMs)
  expect(watch.exceeded()).toBeUndefined()

  watch.beginStep()
  wait(maxStallMs)
  expect(watch.exceeded()).toBeUndefined()
  wait(maxStallMs)
  expect(watch.exceeded()).toBe('maxStallMs')
})

it('limits the time since the last progress in a step, not the time of the whole step', () => {
  const watch = watchOwnProcess()
  for (let chunk = 0; chunk < 5; chunk += 1) {
    wait(maxStallMs * 0.9)
    watch.setWaiting(true)
    watch.setWaiting(false)
  }
  expect(watch.exceeded()).toBeUndefined()
  wait(2 * maxStallMs)
  expect(watch.exceeded()).toBe('maxStallMs')
})
