import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { silentLog } from './log.ts'
import { untilReady } from './process-messages.ts'
import { type Part, supervise } from './supervisor.ts'

/** A part that runs these lines of JavaScript. */
function aPart(lines: string): Part {
  return {
    name: 'part',
    spawn: () => spawn(process.execPath, ['-e', lines], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    ready: async (child) => void (await untilReady(child)),
    stopSignal: 'SIGTERM',
  }
}

const steady = "process.send({ kind: 'ready' }); setInterval(() => {}, 1000)"

it('starts a part again that was killed, and stops it when asked', async () => {
  const spawned: number[] = []
  const part = await supervise(aPart(steady), silentLog, (_name, pid) => spawned.push(pid))

  process.kill(part.pid ?? 0, 'SIGKILL')
  while (spawned.length < 2) await sleep(10)
  await part.stop()

  expect(() => process.kill(spawned[1] ?? 0, 0)).toThrow('ESRCH')
  await sleep(300)
  expect(spawned).toHaveLength(2)
})

it('starts a part again at once when it is told to', async () => {
  const spawned: number[] = []
  const part = await supervise(aPart(steady), silentLog, (_name, pid) => spawned.push(pid))

  part.restart()
  while (spawned.length < 2) await sleep(10)

  expect(part.pid).not.toBe(undefined)
  await part.stop()
})

it("fails with the part's own sentence when the part says why it can't start", async () => {
  const lines = "process.send({ kind: 'problem', sentence: 'The port is taken.' }, () => process.exit(1))"

  await expect(supervise(aPart(lines), silentLog, () => undefined)).rejects.toThrow(/^The port is taken\.$/)
})

it('fails with how it ended when the part says nothing', async () => {
  await expect(supervise(aPart('process.exit(3)'), silentLog, () => undefined)).rejects.toThrow(
    'part could not start: it ended with exit code 3.',
  )
})

it('kills a part that does not stop when asked', async () => {
  const deaf = `process.on('SIGTERM', () => {}); ${steady}`
  const part = await supervise(aPart(deaf), silentLog, () => undefined)

  await part.stop(100)

  expect(() => process.kill(part.pid ?? 0, 0)).toThrow('ESRCH')
})
