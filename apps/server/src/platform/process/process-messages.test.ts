import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'

const messages = new URL('process-messages.ts', import.meta.url).href

/** Starts a process that takes a moment to stop. It prints when it begins to stop and when it is done. */
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

it.each(['SIGTERM', 'SIGINT'] as const)('stops once and in order, even if several signals arrive, first %s', async (first) => {
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

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'hangup-'))
})
afterAll(() => folder.remove())

/**
 * Returns the arguments of a process that writes its id to the file, and then a word for each SIGHUP. The process does
 * not print the words, because its output is lost when the terminal closes.
 */
function createProgramArguments(file: string): string[] {
  const lines = `
    import { appendFileSync } from 'node:fs'
    import { onHangup } from '${messages}'
    const note = (text) => appendFileSync('${file}', text + ' ')
    onHangup({ onClosedTerminal: () => { note('closed'); process.exit() }, onReload: () => note('reload') })
    note(process.pid)
    setTimeout(() => {}, 60_000)`
  return ['--input-type=module', '-e', lines]
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

async function readWords(file: string, count: number): Promise<string[]> {
  const words = async () => (await readFile(file, 'utf8').catch(() => '')).split(' ').filter(Boolean)
  await expect.poll(async () => (await words()).length).toBe(count)
  return words()
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL')
}

it('reloads on each SIGHUP without a terminal', async () => {
  const file = join(folder.path, 'service')
  // Detached: the process has a session of its own, without a terminal.
  const child = spawn(process.execPath, createProgramArguments(file), { detached: true, stdio: 'ignore' })
  await readWords(file, 1)
  child.kill('SIGHUP')
  await readWords(file, 2)
  child.kill('SIGHUP')

  expect((await readWords(file, 3)).slice(1)).toEqual(['reload', 'reload'])
  end(child)
})

it('reloads on a SIGHUP while its terminal is open, and stops when the terminal is closed', async () => {
  const file = join(folder.path, 'terminal')
  const command = [process.execPath, ...createProgramArguments(file)].map(quote).join(' ')
  // `script` holds the other end of the terminal that the command runs in.
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], { stdio: 'ignore' })
  const [pid] = await readWords(file, 1)
  process.kill(Number(pid), 'SIGHUP')
  await readWords(file, 2)
  end(terminal)

  expect((await readWords(file, 3)).slice(1)).toEqual(['reload', 'closed'])
})
