// Decides whether ClickHouse answers at all. A server that accepts connections and stays silent, or that stops in the
// middle of an answer, would hold every query for its whole time, and the screen that waits for it.
import { ClickHouseError, type PingResult, type ResultSet } from '@clickhouse/client'
import { withTimeout } from '../with-timeout.ts'
import type { ClickHouse } from './failover-client.ts'

/**
 * A query without an answer sends a ping every `silentMs`. A ping that is unanswered for `pingMs` ends all queries: a
 * query takes seconds, a ping milliseconds. An answer may pause for `pauseMs`, because ClickHouse sends rows when it
 * has computed them; then its query ends alone. After `silentMs` of a pause, the ping is a query, which decides about
 * the others. With the second that a reader waits for shippers, a screen knows within five seconds.
 */
export const answerLimits = { silentMs: 1_000, pingMs: 2_000, pauseMs: 2_500 } as const
type AnswerLimits = Record<keyof typeof answerLimits, number>

/** ClickHouse accepted the query, and then neither the query nor a ping was answered. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  override message = 'ClickHouse does not answer'
}

export interface AnswerWatch {
  /**
   * Runs the work of one query. Its signal aborts when ClickHouse stops answering, or the given one does. Throws
   * NoAnswerError then, and without an attempt until ClickHouse answers a ping again.
   */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Resolves when the next query succeeds; never after the signal aborts. */
  nextAnswer(signal: AbortSignal): Promise<void>
  /** Reads the rows of an answer. Throws NoAnswerError when it pauses for too long, and leaves other queries alone. */
  readRows<Row>(result: ResultSet<'JSONEachRow'>, signal: AbortSignal): Promise<Row[]>
}

const watches = new WeakMap<object, AnswerWatch>()

/** Returns the one of this client. */
export function getAnswerWatch(clickhouse: ClickHouse): AnswerWatch {
  return watches.get(clickhouse) ?? watchAnswers(clickhouse)
}

/** Replaces the one of this client by one with other limits. */
export function watchAnswers(clickhouse: ClickHouse, limits: AnswerLimits = answerLimits): AnswerWatch {
  const watch = createAnswerWatch(clickhouse, limits)
  watches.set(clickhouse, watch)
  return watch
}

/** A server that rejects the query of a ping, because it has too many, answers. */
function isAnswer(pong: PingResult): boolean {
  return pong.success || pong.error instanceof ClickHouseError
}

function createAnswerWatch(clickhouse: ClickHouse, { silentMs, pingMs, pauseMs }: AnswerLimits): AnswerWatch {
  /** Aborts when ClickHouse stops answering; the next one begins when it answers again. */
  let outage = new AbortController()
  let answeredAt = Number.NEGATIVE_INFINITY
  /** Whether an answer has paused, and no query was answered since. */
  let hasPaused = false
  const pending = new Map<boolean, Promise<boolean>>()
  const waiting = new Set<() => void>()

  /** Sends a query with `select`. */
  async function ping(select: boolean): Promise<boolean> {
    const startedAt = performance.now()
    const ended = new AbortController()
    const pong = Promise.try(() => clickhouse.ping({ select, abort_signal: ended.signal }))
    const hasPong = await withTimeout(pingMs, pong).then(isAnswer, () => false)
    ended.abort()
    // A busy machine may answer a query before a ping.
    if (!hasPong && answeredAt < startedAt) {
      outage.abort()
      return false
    }
    // A server may answer pings alone.
    if (hasPaused && !select) return !outage.signal.aborted
    if (select && hasPong) answeredAt = performance.now()
    hasPaused = false
    if (outage.signal.aborted) outage = new AbortController()
    return true
  }

  function checkAnswering(): Promise<boolean> {
    const select = hasPaused
    const sent = pending.get(select) ?? ping(select).finally(() => pending.delete(select))
    pending.set(select, sent)
    return sent
  }

  return {
    async run(work, signal) {
      if (outage.signal.aborted && !(await checkAnswering())) throw new NoAnswerError()
      const { signal: silence } = outage
      const timer = setInterval(() => void checkAnswering(), silentMs)
      try {
        const result = await work(AbortSignal.any([signal, silence]))
        answeredAt = performance.now()
        for (const resolve of waiting) resolve()
        waiting.clear()
        return result
      } catch (error) {
        if (error instanceof ClickHouseError) answeredAt = performance.now()
        if (silence.aborted && !signal.aborted) throw new NoAnswerError()
        throw error
      } finally {
        clearInterval(timer)
      }
    },
    nextAnswer(signal) {
      return new Promise((resolve) => {
        waiting.add(resolve)
        signal.addEventListener('abort', () => waiting.delete(resolve), { once: true })
      })
    },
    async readRows<Row>(result: ResultSet<'JSONEachRow'>, signal: AbortSignal) {
      // The client forgets the signal of a query when its answer begins.
      const close = () => result.close()
      signal.addEventListener('abort', close, { once: true })
      const rows: Row[] = []
      let hasTimedOut = false
      // After a pause of the process, timers run before data that has arrived is read.
      const afterPause = (ms: number, act: () => void) =>
        setTimeout(() => setImmediate((count: number) => rows.length === count && act(), rows.length), ms)
      const pauses = [
        afterPause(silentMs, () => {
          hasPaused = true
          void checkAnswering()
        }),
        afterPause(pauseMs, () => {
          hasTimedOut = true
          close()
        }),
      ]
      try {
        if (signal.aborted) close()
        for await (const chunk of result.stream<Row>()) {
          for (const pause of pauses) pause.refresh()
          for (const row of chunk) rows.push(row.json())
        }
        return rows
      } catch (error) {
        throw hasTimedOut ? new NoAnswerError() : error
      } finally {
        for (const pause of pauses) clearTimeout(pause)
        signal.removeEventListener('abort', close)
      }
    },
  }
}
