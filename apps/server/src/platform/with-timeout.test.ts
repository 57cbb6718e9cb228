import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { pauseProcess } from '../../test/pause-process.ts'
import { withTimeout } from './with-timeout.ts'

it('returns the result of the work', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done')
})

it('rejects with the error of the work', async () => {
  await expect(withTimeout(1_000, Promise.reject(new Error('No such link')))).rejects.toThrow('No such link')
})

it('rejects when there is no result in time', async () => {
  await expect(withTimeout(5, new Promise(() => undefined))).rejects.toThrow('No answer within 5 ms')
})

it('returns a result that arrived in time while the process was paused', async () => {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise((resolve) => port1.once('message', resolve))
  await turn() // After this, the event loop runs timers before it delivers messages.
  const result = withTimeout(20, answer)
  port2.postMessage('done')
  pauseProcess(60)
  expect(await result).toBe('done')
  port1.close()
})
