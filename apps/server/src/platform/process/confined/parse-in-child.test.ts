import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { chunksOf, ForeignInputError, ParserEndedError, parseInChild, parserLimits } from './parse-in-child.ts'
import type { ParserModule } from './parser-messages.ts'

/** A parser with this body, which yields numbers. It is stored where a parser may read: among the sources. */
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

const noInput = () => chunksOf(Buffer.alloc(0))

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
  for await (const batch of parseInChild(parser, input(), 10)) {
    batches.push(batch)
    // The parser reads no further while its batch is worked on.
    expect(given).toBe(batches.length)
  }
  expect(batches).toEqual([10, 20, 30])
})

it('takes the same process for the next file, and a new one after a file that failed', async () => {
  await using parser = await aParser(`yield process.pid; if (settings === 1) throw new TypeError('odd')`)
  const pidOf = async (settings: number) => (await parseInChild(parser, noInput(), settings).next()).value

  const pids: number[] = []
  for await (const pid of parseInChild(parser, noInput(), 0)) pids.push(pid)
  for await (const pid of parseInChild(parser, noInput(), 0)) pids.push(pid)
  expect(pids[1]).toBe(pids[0])
  await expect(Array.fromAsync(parseInChild(parser, noInput(), 1))).rejects.toThrow(/TypeError: odd/)
  expect(await pidOf(0)).not.toBe(pids[0])
})

it.each([
  ['a heap that grows', `const all = []; for (;;) all.push({ all: all.length })`, 'maxMemoryBytes'],
  ['memory outside the heap', `const all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1))`, 'maxMemoryBytes'],
  ['a loop without end', `for (;;);`, 'maxStepMs'],
] as const)('ends a parser with %s', async (_with, body, exceeded) => {
  await using parser = await aParser(body)
  const limits = { maxHeapBytes: 150_000_000, maxMemoryBytes: 300_000_000, maxStepMs: 1_000 }

  await expect(parseInChild(parser, noInput(), 0, limits).next()).rejects.toMatchObject({ exceeded })
})

it('counts the processor time of each batch by itself', async () => {
  const busy = `for (let began = used(); used() < began + 300_000; );`
  await using parser = await aParser(`const used = () => { const { user, system } = process.cpuUsage(); return user + system }
    for (let batch = 0; batch < 4; batch += 1) { ${busy} yield batch }`)
  const limits = { ...parserLimits, maxStepMs: 1_000 }

  expect(await Array.fromAsync(parseInChild(parser, noInput(), 0, limits))).toEqual([0, 1, 2, 3])
})

it('tells a parser that something else ended from one that failed, and both from one that can not be loaded', async () => {
  await using killed = await aParser(`yield process.pid; await new Promise(() => {})`)
  const batches = parseInChild(killed, noInput(), 0)
  const { value } = await batches.next()
  process.kill(Number(value), 'SIGKILL')
  await expect(batches.next()).rejects.toThrow(ParserEndedError)

  await using exiting = await aParser(`setImmediate(() => { throw new Error('thrown by a stream') }); await new Promise(() => {})`)
  await expect(parseInChild(exiting, noInput(), 0).next()).rejects.toThrow(ForeignInputError)

  const missing = parseInChild({ ...exiting, url: `${exiting.url}.missing` }, noInput(), 0)
  await expect(missing.next()).rejects.toThrow(/can not be loaded/)
})

it('throws what reading the file throws, and ends the process', async () => {
  await using parser = await aParser(`for await (const chunk of input) yield process.pid`)
  async function* input() {
    yield Buffer.alloc(1)
    throw new Error('The database does not answer')
  }
  const batches = parseInChild(parser, input(), 0)
  const { value } = await batches.next()

  await expect(batches.next()).rejects.toThrow('The database does not answer')
  await expect.poll(() => isRunning(Number(value))).toBe(false)
})

it('ends the process when no more batches are wanted', async () => {
  await using parser = await aParser(`for (;;) yield process.pid`)
  let pid = 0
  for await (const batch of parseInChild(parser, noInput(), 0)) {
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
