import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

const messages = new URL('process-messages.ts', import.meta.url).href

/** A process that takes a moment to stop, and prints when it starts to and when it is done. */
function aSlowProcess() {
  const lines = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { stopOnSignal } from '${messages}'
    stopOnSignal(async () => {
      console.log('stopping')
      await sleep(300)
      console.log('stopped')
    })
    console.log('ready')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', lines], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const printed: string[] = []
  child.stdout?.on('data', (text) => printed.push(...String(text).split('\n').filter(Boolean)))
  const until = async (word: string) => {
    while (!printed.includes(word)) await sleep(10)
  }
  return { child, printed, until }
}

it.each(['SIGTERM', 'SIGINT'] as const)('stops once, in order, however many signals arrive, first %s', async (first) => {
  const { child, printed, until } = aSlowProcess()
  await until('ready')

  child.kill(first)
  await until('stopping')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')

  expect({ code, printed }).toEqual({ code: 0, printed: ['ready', 'stopping', 'stopped'] })
})

it('stops when the process that spawned it is gone', async () => {
  const { child, printed, until } = aSlowProcess()
  await until('ready')

  const ended = once(child, 'exit')
  child.disconnect()
  const [code] = await ended
  await until('stopped')

  expect({ code, printed }).toEqual({ code: 0, printed: ['ready', 'stopping', 'stopped'] })
})
