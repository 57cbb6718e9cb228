import { once } from 'node:events'
import { type InstanceStatus, type PartName, partNames } from '@linkshelf/contract'
import type { Clock } from '../platform/clock.ts'

/** Asks one part whether it is up; rejects when it is not. The signal says that nobody waits any longer. */
export type AskPart = (signal: AbortSignal) => Promise<unknown>

const freshMs = 5_000

/**
 * Makes a check that asks every part at most once in five seconds, for everybody together, and never takes longer than `patienceMs`:
 * a part that has not answered by then is down.
 */
export function makeStatusCheck(asks: Record<PartName, AskPart>, clock: Clock, patienceMs = 2_000): () => Promise<InstanceStatus> {
  const probes = partNames.map((name) => makeProbe(name, asks[name], patienceMs))
  let last: { askedAt: number; answer: Promise<InstanceStatus> } | undefined

  async function ask(now: Date): Promise<InstanceStatus> {
    const parts = await Promise.all(probes.map((probe) => probe()))
    const status = parts.every((part) => part.status === 'up') ? 'operational' : 'degraded'
    return { status, parts, checked_at: now.toISOString() }
  }

  return function checkStatus() {
    const now = clock.now()
    if (last === undefined || Math.abs(now.getTime() - last.askedAt) >= freshMs) last = { askedAt: now.getTime(), answer: ask(now) }
    return last.answer
  }
}

type Part = InstanceStatus['parts'][number]

/** While a part still owes an answer it is not asked again: a database that hangs would lose a connection to each question. */
function makeProbe(name: PartName, ask: AskPart, patienceMs: number): () => Promise<Part> {
  let owed: Promise<Part> | undefined
  return () => {
    const signal = AbortSignal.timeout(patienceMs)
    owed ??= ask(signal)
      .then<Part, Part>(
        () => ({ name, status: 'up' }),
        () => ({ name, status: 'down' }),
      )
      .finally(() => {
        owed = undefined
      })
    return Promise.race([owed, once(signal, 'abort').then<Part>(() => ({ name, status: 'down' }))])
  }
}
