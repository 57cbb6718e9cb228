import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../process-limits.ts'
import { type ConfinedProgram, forkConfined } from './fork-confined.ts'
import { type LimitedProcess, limitProcess, type ProcessLimits } from './limit-process.ts'
import type { FromParser, ParserModule, ToParser } from './parser-messages.ts'

/** The parser failed on this input, or needed more than the limits: the same input fails again. */
export class ForeignInputError extends Error {
  readonly exceeded: keyof ProcessLimits | undefined

  constructor(message: string, exceeded?: keyof ProcessLimits) {
    super(message)
    this.exceeded = exceeded
  }
}

/** Something else ended the process, such as the system when its memory ran out. The input may be at fault or not. */
export class ParserEndedError extends Error {}

/**
 * A process takes 145 MB before it reads anything. A workbook of 200,000 rows, the largest allowed report, takes 680 MB
 * and five seconds.
 */
export const parserLimits: ProcessLimits & { maxHeapBytes: number } = {
  maxMemoryBytes: 1_000_000_000,
  maxHeapBytes: 800_000_000,
  maxStepMs: 60_000,
}

/**
 * Yields what a module's `parse` yields for a file, in a confined process. The next batch is made when it is
 * wanted. `settings` and batches are plain data. Throws ForeignInputError, ParserEndedError, and errors of `input`.
 */
export async function* parseInChild<Settings, Batch>(
  { url }: ParserModule<Settings, Batch>,
  input: AsyncIterable<Uint8Array>,
  settings: Settings,
  limits = parserLimits,
): AsyncGenerator<Batch> {
  const parser = takeParser(limits)
  const answers = createAnswers(parser, input)
  let isDone = false
  try {
    let answer = await answers.next({ kind: 'start', url, settings })
    for (; answer.kind === 'batch'; answer = await answers.next({ kind: 'next' })) yield answer.batch as Batch
    if (answer.kind === 'failed') throw new ForeignInputError(answer.error)
    if (answer.kind !== 'done') throw new Error(`A parser can not be loaded: ${answer.error}`)
    isDone = true
  } finally {
    answers.close()
    if (isDone && limits === parserLimits) keepParser(parser)
    else endParser(parser)
  }
}

/** The chunks of a file that is in memory. */
export async function* chunksOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += chunkBytes) yield file.subarray(start, start + chunkBytes)
}

const chunkBytes = 1_000_000

interface ParserProcess {
  child: ChildProcess
  watch: LimitedProcess
}

type Answer = Exclude<FromParser, { kind: 'read' }>

interface Answers {
  /** Sends a message; resolves with the next answer, and rejects when the process has ended or `input` throws. */
  next(message: ToParser): Promise<Answer>
  close(): void
}

function createAnswers({ child, watch }: ParserProcess, input: AsyncIterable<Uint8Array>): Answers {
  const chunks = input[Symbol.asyncIterator]()
  let pending: PromiseWithResolvers<Answer> | undefined
  let failure: unknown

  function fail(error: unknown): void {
    failure ??= error
    pending?.reject(failure)
  }
  async function sendChunk(): Promise<void> {
    const { done, value } = await chunks.next()
    child.send(done ? { kind: 'end' } : { kind: 'chunk', bytes: value }, () => undefined)
  }
  const onMessage = (message: FromParser) => (message.kind === 'read' ? void sendChunk().catch(fail) : pending?.resolve(message))
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => fail(toError(watch, code, signal))
  child.on('message', onMessage).on('exit', onExit).on('error', fail)
  return {
    next(message) {
      pending = Promise.withResolvers()
      watch.beginStep()
      if (failure !== undefined) pending.reject(failure)
      else child.send(message as object, () => undefined)
      return pending.promise
    },
    close() {
      child.off('message', onMessage).off('exit', onExit).off('error', fail)
      void chunks.return?.().catch(() => undefined)
    },
  }
}

/** Signals that others send, such as the system when its memory ran out. */
const foreignSignals: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']
/** V8 aborts a process whose heap is full. */
const fullHeapSignals: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

function toError(watch: LimitedProcess, code: number | null, signal: NodeJS.Signals | null): Error {
  const exceeded = watch.exceeded() ?? (fullHeapSignals.includes(signal) ? 'maxMemoryBytes' : undefined)
  const message = `The process of a parser ended with ${signal ?? `exit code ${code}`}${exceeded ? `: ${exceeded}` : ''}`
  return exceeded === undefined && foreignSignals.includes(signal)
    ? new ParserEndedError(message)
    : new ForeignInputError(message, exceeded)
}

const root = fileURLToPath(new URL('../../../../../../', import.meta.url))
/** The code of the server and its packages, without data. */
const code = ['package.json', 'node_modules/*', 'packages/*', 'apps/server/package.json', 'apps/server/node_modules/*', 'apps/server/src/*']

export const parserProgram: ConfinedProgram = {
  file: fileURLToPath(new URL('./parser-child.ts', import.meta.url)),
  readable: code.map((path) => `${root}${path}`),
}
const niceness = 10

/** The parser that is ready for the next file, so that not every file waits until one has loaded its modules. */
let idle: (ParserProcess & { timer: NodeJS.Timeout }) | undefined
const idleMs = 10_000
/** A parser that took more keeps much of it. */
const maxIdleBytes = 250_000_000

function takeParser(limits: typeof parserLimits): ParserProcess {
  if (idle !== undefined && limits === parserLimits) {
    const { timer, child } = idle
    clearTimeout(timer)
    idle = undefined
    if (child.connected && child.exitCode === null && child.signalCode === null) {
      child.ref()
      child.channel?.ref()
      return { child, watch: limitProcess(child, limits) }
    }
  }
  const child = forkConfined({ ...parserProgram, maxHeapBytes: limits.maxHeapBytes })
  // An error between two files, or after the last, has no meaning any more.
  child.on('error', () => undefined)
  if (child.pid !== undefined) lowerPriority(niceness, child.pid)
  return { child, watch: limitProcess(child, limits) }
}

function keepParser(parser: ParserProcess): void {
  const { child, watch } = parser
  watch.beginStep()
  if (idle !== undefined || watch.memoryBytes() > maxIdleBytes) {
    endParser(parser)
    return
  }
  watch.release()
  const timer = setTimeout(() => {
    idle = undefined
    child.kill('SIGKILL')
  }, idleMs).unref()
  idle = { ...parser, timer }
  child.unref()
  child.channel?.unref()
}

function endParser({ child, watch }: ParserProcess): void {
  watch.release()
  child.kill('SIGKILL')
}
