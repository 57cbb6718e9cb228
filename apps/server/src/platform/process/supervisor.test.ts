import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { recordLog } from '../../../test/record-log.ts'
import { buildInfo } from '../build-info.ts'
import type { ProcessSpec } from './child-process.ts'
import { silentLog } from './log.ts'
import { waitUntilReady } from './process-messages.ts'
import { supervise } from './supervisor.ts'

/** A process that runs these lines of JavaScript. */
function aProcess(lines: string): ProcessSpec {
  return {
    name: 'worker',
    spawn: () => spawn(process.execPath, ['-e', lines], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    ready: async (child) => void (await waitUntilReady(child)),
    stopSignal: 'SIGTERM',
  }
}

const steady = "process.send({ kind: 'ready' }); setInterval(() => {}, 1000)"

it('starts a killed process again, and stops it', async () => {
  const spawned: number[] = []
  const worker = await supervise(aProcess(steady), silentLog, (_name, pid) => spawned.push(pid))

  process.kill(worker.pid ?? 0, 'SIGKILL')
  while (spawned.length < 2) await sleep(10)
  await worker.stop()

  expect(() => process.kill(spawned[1] ?? 0, 0)).toThrow('ESRCH')
  await sleep(300)
  expect(spawned).toHaveLength(2)
})

it('restarts a process without a delay, and logs which version runs', async () => {
  const spawned: number[] = []
  const { log, lines } = recordLog()
  const worker = await supervise(aProcess(steady), log, (_name, pid) => spawned.push(pid))

  await worker.restart()

  expect(spawned).toHaveLength(2)
  expect(lines).toEqual([expect.objectContaining({ child: 'worker', ...buildInfo, msg: 'A process was started again' })])
  expect(worker.pid).toBe(spawned[1])
  await worker.stop()
})

it("rejects with the message of a process that can't start", async () => {
  const lines = "process.send({ kind: 'failed', message: 'The port is taken.' }, () => process.exit(1))"

  await expect(supervise(aProcess(lines), silentLog, () => undefined)).rejects.toThrow(/^The port is taken\.$/)
})

it('rejects with the exit code of a process that sends no message', async () => {
  await expect(supervise(aProcess('process.exit(3)'), silentLog, () => undefined)).rejects.toThrow(
    'worker could not start: it ended with exit code 3.',
  )
})

it('kills a process that does not stop', async () => {
  const unstoppable = `process.on('SIGTERM', () => {}); ${steady}`
  const worker = await supervise(aProcess(unstoppable), silentLog, () => undefined)

  await worker.stop(100)

  expect(() => process.kill(worker.pid ?? 0, 0)).toThrow('ESRCH')
})
