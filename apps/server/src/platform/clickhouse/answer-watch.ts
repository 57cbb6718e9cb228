// Decides whether ClickHouse answers at all. If a server accepts connections and stays silent, or stops in the middle
// of an answer, every query would otherwise wait until its timeout, and so would the screen that needs it.
import { ClickHouseError, type PingResult, type ResultSet } from '@clickhouse/client'
import { withTimeout } from '../with-timeout.ts'
import type { ClickHouse } from './failover-client.ts'

/**
 * While a query has no answer, a ping is sent every `silentMs`. If a ping is unanswered for `pingMs`, all queries end:
 * a query can take seconds, but a ping takes milliseconds.
 *
 * ClickHouse sends rows when it has computed them, so an answer can pause. After a pause of `silentMs`, a query is sent
 * as the ping, and its result decides whether the other queries end. After a pause of `pauseMs`, only the paused query
 * ends. Together with the second that a reader waits for shippers, a screen knows of an outage within five seconds.
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
   * Runs the work of one query. The signal given to the work aborts when ClickHouse stops answering or when `signal`
   * aborts. Throws NoAnswerError if ClickHouse stops answering. From then on throws NoAnswerError without running the
   * work, until ClickHouse answers a ping again.
   */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Resolves when the next query succeeds. Never resolves after the signal aborts. */
  nextAnswer(signal: AbortSignal): Promise<void>
  /** Reads the rows of an answer. Throws NoAnswerError if the answer pauses for too long. Other queries continue. */
  readRows<Row>(result: ResultSet<'JSONEachRow'>, signal: AbortSignal): Promise<Row[]>
}

const watches = new WeakMap<object, AnswerWatch>()

/** Returns the watch of this client. Creates it if there is none. */
export function getAnswerWatch(clickhouse: ClickHouse): AnswerWatch {
  return watches.get(clickhouse) ?? watchAnswers(clickhouse)
}

/** Creates a watch with these limits. It replaces the present watch of this client. */
export function watchAnswers(clickhouse: ClickHouse, limits: AnswerLimits = answerLimits): AnswerWatch {
  const watch = createAnswerWatch(clickhouse, limits)
  watches.set(clickhouse, watch)
  return watch
}

/** If a server rejects a ping because it has too many queries, this is an answer too. */
function isAnswer(pong: PingResult): boolean {
  return pong.success || pong.error instanceof ClickHouseError
}

function createAnswerWatch(clickhouse: ClickHouse, { silentMs, pingMs, pauseMs }: AnswerLimits): AnswerWatch {
  /** Aborts when ClickHouse stops answering. When ClickHouse answers again, a new controller replaces it. */
  let outage = new AbortController()
  let answeredAt = Number.NEGATIVE_INFINITY
  /** Whether an answer has paused, and no query was answered since. */
  let hasPaused = false
  const pending = new Map<boolean, Promise<boolean>>()
  const waiting = new Set<() => void>()

  /** If `select` is true, the ping is a query. */
  async function ping(select: boolean): Promise<boolean> {
    const startedAt = performance.now()
    const ended = new AbortController()
    const pong = Promise.try(() => clickhouse.ping({ select, abort_signal: ended.signal }))
    const hasPong = await withTimeout(pingMs, pong).then(isAnswer, () => false)
    ended.abort()
    // A busy machine may answer another query before this ping. Then there is no outage.
    if (!hasPong && answeredAt < startedAt) {
      outage.abort()
      return false
    }
    // A server may answer pings and no queries, so a plain ping does not end a pause.
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
      // When an answer begins, the client stops listening to the signal of its query.
      const close = () => result.close()
      signal.addEventListener('abort', close, { once: true })
      const rows: Row[] = []
      let hasTimedOut = false
      // When the process was paused, timers run before data that has arrived is read. `setImmediate` lets the data be
      // read first.
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
