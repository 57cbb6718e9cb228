import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

const messages = new URL('process-messages.ts', import.meta.url).href

/** A process that takes a moment to stop, and says when it begins and when it is done. */
function aSlowStopper() {
  const lines = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { stopWhenAsked } from '${messages}'
    stopWhenAsked(async () => {
      console.log('stopping')
      await sleep(300)
      console.log('stopped')
    })
    console.log('ready')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', lines], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const said: string[] = []
  child.stdout?.on('data', (text) => said.push(...String(text).split('\n').filter(Boolean)))
  const until = async (word: string) => {
    while (!said.includes(word)) await sleep(10)
  }
  return { child, said, until }
}

it.each(['SIGTERM', 'SIGINT'] as const)('stops once, in order, however often it is told to, first by %s', async (first) => {
  const { child, said, until } = aSlowStopper()
  await until('ready')

  child.kill(first)
  await until('stopping')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')

  expect({ code, said }).toEqual({ code: 0, said: ['ready', 'stopping', 'stopped'] })
})

it('stops when the process that spawned it is gone', async () => {
  const { child, said, until } = aSlowStopper()
  await until('ready')

  const ended = once(child, 'exit')
  child.disconnect()
  const [code] = await ended
  await until('stopped')

  expect({ code, said }).toEqual({ code: 0, said: ['ready', 'stopping', 'stopped'] })
})
