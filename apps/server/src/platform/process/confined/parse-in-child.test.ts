import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ForeignInputError, ParserEndedError, type ParserInput, parseInChild, splitChunks } from './parse-in-child.ts'
import type { ParserModule } from './parser-messages.ts'
import { parserLimits } from './parser-processes.ts'

/**
 * Creates a parser with this body, which yields numbers. The parser's file is stored among the sources, because a
 * parser may read only the sources.
 */
async function aParser(body: string): Promise<ParserModule<number, number> & AsyncDisposable> {
  const folder = await mkdtemp(join(import.meta.dirname, '.parser-'))
  const file = join(folder, 'parser.mjs')
  await writeFile(file, `export const parser = { async *parse(input, settings) { ${body} } }`)
  return {
    url: pathToFileURL(file).href,
    parse: () => {
      throw new Error('This process does not parse')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Uses 300 ms of processor time. */
const busy = `for (let { user, system } = process.cpuUsage(), used = 0; used < 300_000; ) {
  const now = process.cpuUsage()
  used = now.user + now.system - user - system
}`

/** An empty file of one organization. */
function aFile(input: Partial<ParserInput<number>> = {}): ParserInput<number> {
  return { organizationId: 'lamps', chunks: splitChunks(Buffer.alloc(0)), settings: 0, ...input }
}

it('yields what the parser yields for the chunks and the settings, one batch at a time', async () => {
  await using parser = await aParser(`for await (const chunk of input) yield chunk.length * settings`)
  let given = 0
  async function* input() {
    for (const length of [1, 2, 3]) {
      given += 1
      yield Buffer.alloc(length)
    }
  }
  const batches: number[] = []
  for await (const batch of parseInChild(parser, aFile({ chunks: input(), settings: 10 }))) {
    batches.push(batch)
    // The parser reads no further chunk while its batch is processed.
    expect(given).toBe(batches.length)
  }
  expect(batches).toEqual([10, 20, 30])
})

it('uses the same process for the next file of an organization, and a new process for another one and after an error', async () => {
  await using parser = await aParser(`yield process.pid; if (settings === 1) throw new TypeError('odd')`)
  const readParserPid = async (input: Partial<ParserInput<number>>) => (await Array.fromAsync(parseInChild(parser, aFile(input))))[0]

  const first = await readParserPid({ organizationId: 'first' })
  const second = await readParserPid({ organizationId: 'second' })
  expect(second).not.toBe(first)
  expect(await readParserPid({ organizationId: 'first' })).toBe(first)
  expect(await readParserPid({ organizationId: 'second' })).toBe(second)
  await expect(readParserPid({ organizationId: 'first', settings: 1 })).rejects.toThrow(/TypeError: odd/)
  expect(await readParserPid({ organizationId: 'first' })).not.toBe(first)
})

it('ends the process that was idle longest if too many processes are idle', async () => {
  await using parser = await aParser('yield process.pid')
  const pids: number[] = []
  for (const organizationId of ['one', 'two', 'three'])
    pids.push(...(await Array.fromAsync(parseInChild(parser, aFile({ organizationId })))))

  await expect.poll(() => pids.map(isRunning)).toEqual([false, true, true])
})

it.each([
  [
    'a heap that grows',
    `const all = []; for (;;) all.push({ all: all.length })`,
    { maxMemoryBytes: 300_000_000, maxHeapBytes: 150_000_000 },
  ],
  ['memory outside the heap', `const all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1))`, { maxMemoryBytes: 300_000_000 }],
  ['a loop without end', `for (;;);`, { maxStepMs: 1_000 }],
  ['many short steps', `for (;;) { ${busy} yield 0 }`, { maxTotalMs: 1_500 }],
  ['a wait for nothing', `yield 0; await new Promise(() => setInterval(() => undefined, 10))`, { maxStallMs: 1_500 }],
  ['a stop in the middle', `yield 0; process.kill(process.pid, 'SIGSTOP'); yield 0`, { maxStallMs: 1_500 }],
])('ends a parser with %s', async (_with, body, few) => {
  await using parser = await aParser(body)
  const limits = { ...parserLimits, ...few }

  await expect(Array.fromAsync(parseInChild(parser, aFile({ limits })))).rejects.toMatchObject({ exceeded: Object.keys(few)[0] })
})

it('counts the processor time of each batch separately, and gives a larger file more processor time', async () => {
  await using parser = await aParser(`for await (const _ of input) { ${busy} yield 0 }`)
  const limits = { ...parserLimits, maxStepMs: 1_000, maxTotalMs: 500, totalMsPerMegabyte: 1_000 }

  expect(await Array.fromAsync(parseInChild(parser, aFile({ chunks: splitChunks(Buffer.alloc(4_000_000)), limits })))).toEqual([0, 0, 0, 0])
})

it('distinguishes a parser that something else ended, a parser that failed, and a parser that can not be loaded', async () => {
  await using killed = await aParser(`yield process.pid; await new Promise(() => {})`)
  const batches = parseInChild(killed, aFile())
  const { value } = await batches.next()
  process.kill(Number(value), 'SIGKILL')
  await expect(batches.next()).rejects.toThrow(ParserEndedError)

  await using exiting = await aParser(`setImmediate(() => { throw new Error('thrown by a stream') }); await new Promise(() => {})`)
  await expect(parseInChild(exiting, aFile()).next()).rejects.toThrow(ForeignInputError)

  const missing = parseInChild({ ...exiting, url: `${exiting.url}.missing` }, aFile())
  await expect(missing.next()).rejects.toThrow(/can not be loaded/)
})

it('throws the error of reading the file, and ends the process', async () => {
  await using parser = await aParser(`for await (const chunk of input) yield process.pid`)
  async function* input() {
    yield Buffer.alloc(1)
    throw new Error('The database does not answer')
  }
  const batches = parseInChild(parser, aFile({ chunks: input() }))
  const { value } = await batches.next()

  await expect(batches.next()).rejects.toThrow('The database does not answer')
  await expect.poll(() => isRunning(Number(value))).toBe(false)
})

it('throws an error that does not blame the file if its input stalls, and ends the process', async () => {
  await using parser = await aParser('yield process.pid; for await (const _ of input) yield 0')
  const limits = { ...parserLimits, maxInputMs: 50 }
  async function* chunks() {
    await new Promise(() => undefined)
    yield Buffer.alloc(1)
  }
  const batches = parseInChild(parser, aFile({ chunks: chunks(), limits }))
  const { value } = await batches.next()

  await expect(batches.next()).rejects.toThrow('No answer within 50 ms')
  await expect.poll(() => isRunning(Number(value))).toBe(false)
})

it('ends a process that can not be reached any more', async () => {
  const deaf = `process.removeAllListeners('disconnect'); setInterval(() => undefined, 10)`
  await using parser = await aParser(
    `yield process.pid; ${deaf}; setImmediate(() => process.disconnect()); yield 0; await new Promise(() => {})`,
  )
  const batches = parseInChild(parser, aFile())
  const { value } = await batches.next()
  await batches.next()
  await expect(batches.next()).rejects.toThrow(ParserEndedError)
  await expect.poll(() => isRunning(Number(value))).toBe(false)
})

it('ends the process when no more batches are requested', async () => {
  await using parser = await aParser(`for (;;) yield process.pid`)
  let pid = 0
  for await (const batch of parseInChild(parser, aFile())) {
    pid = batch
    break
  }
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
