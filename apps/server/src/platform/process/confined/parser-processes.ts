import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../process-limits.ts'
import { type ConfinedProgram, forkConfined } from './fork-confined.ts'
import { type LimitedProcess, limitProcess, type ProcessLimits } from './limit-process.ts'

export interface ParserLimits extends ProcessLimits {
  maxHeapBytes: number
  /** How much processor time each megabyte of the input adds to `maxTotalMs`. */
  totalMsPerMegabyte: number
  /** The maximum time to wait for the next chunk of the input. */
  maxInputMs: number
}

/**
 * A process uses 145 MB before it reads anything. A workbook of 200,000 rows, the largest allowed report, needs 680 MB
 * and five seconds.
 */
export const parserLimits: ParserLimits = {
  maxMemoryBytes: 1_000_000_000,
  maxHeapBytes: 800_000_000,
  maxStepMs: 60_000,
  maxTotalMs: 120_000,
  totalMsPerMegabyte: 0,
  maxStallMs: 180_000,
  maxInputMs: 60_000,
}

/** A process serves another file only if the organization and the limits are the same. */
interface ParserUse {
  organizationId: string
  limits: ParserLimits
}

export interface ParserProcess extends ParserUse {
  child: ChildProcess
  watch: LimitedProcess
}

const root = fileURLToPath(new URL('../../../../../../', import.meta.url))
/** The code of the server and its packages, without data. */
const code = ['package.json', 'node_modules/*', 'packages/*', 'apps/server/package.json', 'apps/server/node_modules/*', 'apps/server/src/*']

export const parserProgram: ConfinedProgram = {
  file: fileURLToPath(new URL('./parser-child.ts', import.meta.url)),
  readable: code.map((path) => `${root}${path}`),
}
const niceness = 10

/**
 * Parsers that are ready for the next file of their organization, so that not every file waits until a parser has
 * loaded its modules, which takes 600 to 900 ms. A parser never gets a file of another organization, because a file may
 * have changed the process.
 */
const idle: (ParserProcess & { timer: NodeJS.Timeout })[] = []
const maxIdle = 2
const idleMs = 10_000
/** A parser that used more memory than this is ended, because it would hold much of the memory while it is idle. */
const maxIdleBytes = 250_000_000

export function takeParser(use: ParserUse): ParserProcess {
  const index = idle.findIndex(({ organizationId, limits }) => organizationId === use.organizationId && limits === use.limits)
  const [ready] = index === -1 ? [] : idle.splice(index, 1)
  if (ready !== undefined) {
    const { timer, child } = ready
    clearTimeout(timer)
    if (child.connected && child.exitCode === null && child.signalCode === null) {
      child.ref()
      child.channel?.ref()
      return { ...use, child, watch: limitProcess(child, use.limits) }
    }
  }
  const child = forkConfined({ ...parserProgram, maxHeapBytes: use.limits.maxHeapBytes })
  // An error between two files, or after the last file, affects no file, so it is ignored.
  child.on('error', () => undefined)
  if (child.pid !== undefined) lowerPriority(niceness, child.pid)
  return { ...use, child, watch: limitProcess(child, use.limits) }
}

export function releaseParser(parser: ParserProcess): void {
  const { child, watch } = parser
  if (watch.memoryBytes() > maxIdleBytes) {
    endParser(parser)
    return
  }
  watch.release()
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1)
    child.kill('SIGKILL')
  }, idleMs).unref()
  const kept = { ...parser, timer }
  idle.push(kept)
  child.unref()
  child.channel?.unref()
  const oldest = idle.length > maxIdle ? idle.shift() : undefined
  if (oldest !== undefined) {
    clearTimeout(oldest.timer)
    endParser(oldest)
  }
}

export function endParser({ child, watch }: ParserProcess): void {
  watch.release()
  child.kill('SIGKILL')
}
