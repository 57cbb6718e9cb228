import { withTimeout } from '../../with-timeout.ts'
import type { LimitedProcess, ProcessLimits } from './limit-process.ts'
import type { FromParser, ParserModule, ToParser } from './parser-messages.ts'
import { endParser, type ParserLimits, type ParserProcess, parserLimits, releaseParser, takeParser } from './parser-processes.ts'

/** The parser failed on this input or exceeded a limit. The same input fails again. */
export class ForeignInputError extends Error {
  readonly exceeded: keyof ProcessLimits | undefined

  constructor(message: string, exceeded?: keyof ProcessLimits) {
    super(message)
    this.exceeded = exceeded
  }
}

/**
 * Something other than the parser and its limits ended the process, for example the system when memory ran out. The
 * input may or may not be the cause.
 */
export class ParserEndedError extends Error {}

export interface ParserInput<Settings> {
  /** The organization that the file belongs to. */
  organizationId: string
  chunks: AsyncIterable<Uint8Array>
  /** Plain data that the parser gets together with the file. */
  settings: Settings
  limits?: ParserLimits
}

/**
 * Runs a module's `parse` on a file in a confined process, and yields its batches, which are plain data. A batch is
 * computed when it is requested. Throws a ForeignInputError, a ParserEndedError, or an error of the input. An input
 * that stalls is an error too.
 */
export async function* parseInChild<Settings, Batch>(
  { url }: ParserModule<Settings, Batch>,
  { organizationId, chunks, settings, limits = parserLimits }: ParserInput<Settings>,
): AsyncGenerator<Batch> {
  const parser = takeParser({ organizationId, limits })
  const answers = createAnswers(parser, chunks)
  let isDone = false
  try {
    let answer = await answers.next({ kind: 'start', url, settings })
    for (; answer.kind === 'batch'; answer = await answers.next({ kind: 'next' })) yield answer.batch as Batch
    if (answer.kind === 'failed') throw new ForeignInputError(answer.error)
    if (answer.kind !== 'done') throw new Error(`A parser can not be loaded: ${answer.error}`)
    isDone = true
  } finally {
    answers.close()
    if (isDone) releaseParser(parser)
    else endParser(parser)
  }
}

/** Splits a file in memory into chunks. */
export async function* splitChunks(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += chunkBytes) yield file.subarray(start, start + chunkBytes)
}

const chunkBytes = 1_000_000

type Answer = Exclude<FromParser, { kind: 'read' }>

interface Answers {
  /** Sends a message. Resolves with the next answer. Rejects if the process has ended or the input throws. */
  next(message: ToParser): Promise<Answer>
  close(): void
}

function createAnswers({ child, watch, limits }: ParserProcess, input: AsyncIterable<Uint8Array>): Answers {
  const chunks = input[Symbol.asyncIterator]()
  let pending: PromiseWithResolvers<Answer> | undefined
  let failure: unknown
  let unreachable: { cause: Error | undefined; timer: NodeJS.Timeout } | undefined

  function fail(error: unknown): void {
    failure ??= error
    pending?.reject(failure)
  }
  /**
   * If the channel of a process is closed, the process either ends soon, with a reason of its own, or will never
   * answer. So it is killed after `unreachableMs`.
   */
  function onUnreachable(cause?: Error): void {
    unreachable ??= { cause, timer: setTimeout(() => child.kill('SIGKILL'), unreachableMs) }
  }
  function send(message: ToParser): void {
    child.send(message, (error) => {
      if (error !== null) onUnreachable(error)
    })
  }
  async function sendChunk(): Promise<void> {
    watch.setWaiting(true)
    const { done, value } = await withTimeout(limits.maxInputMs, chunks.next())
    if (!done) watch.addTotal((value.length / 1e6) * limits.totalMsPerMegabyte)
    watch.setWaiting(false)
    send(done ? { kind: 'end' } : { kind: 'chunk', bytes: value })
  }
  function onMessage(message: FromParser): void {
    if (message.kind === 'read') return void sendChunk().catch(fail)
    watch.endStep()
    pending?.resolve(message)
  }
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => fail(toError(watch, { code, signal, cause: unreachable?.cause }))
  const onDisconnect = () => onUnreachable()
  child.on('message', onMessage).on('disconnect', onDisconnect).on('exit', onExit).on('error', fail)
  return {
    next(message) {
      pending = Promise.withResolvers()
      watch.beginStep()
      if (failure !== undefined) pending.reject(failure)
      else send(message)
      return pending.promise
    },
    close() {
      child.off('message', onMessage).off('disconnect', onDisconnect).off('exit', onExit).off('error', fail)
      clearTimeout(unreachable?.timer)
      void chunks.return?.().catch(() => undefined)
    },
  }
}

const unreachableMs = 1_000

/** Signals that come from outside, for example from the system when memory ran out. */
const foreignSignals: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']
/** V8 aborts a process whose heap is full. */
const fullHeapSignals: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

interface ProcessEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** The error of a message that could not be sent. */
  cause: Error | undefined
}

function toError(watch: LimitedProcess, { code, signal, cause }: ProcessEnd): Error {
  const exceeded = watch.exceeded() ?? (fullHeapSignals.includes(signal) ? 'maxMemoryBytes' : undefined)
  const message = `The process of a parser ended with ${signal ?? `exit code ${code}`}${exceeded ? `: ${exceeded}` : ''}`
  return exceeded === undefined && foreignSignals.includes(signal)
    ? new ParserEndedError(message, { cause })
    : new ForeignInputError(message, exceeded)
}
