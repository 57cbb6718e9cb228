// Detects that ClickHouse has stopped answering: the server accepts connections but stays silent, or it stops in the
// middle of an answer. Without this detection, each query would wait until its timeout, and so would the screen that
// needs the query.
import { ClickHouseError, type PingResult, type ResultSet } from '@clickhouse/client'
import { withTimeout } from '../with-timeout.ts'
import type { ClickHouse } from './failover-client.ts'

/**
 * If a query has no answer, a ping is sent every `silentMs`. If a ping is not answered within `pingMs`, all queries are
 * aborted: a query can take seconds, but a ping takes only milliseconds.
 *
 * ClickHouse sends rows when it has computed them, so an answer can pause. After a pause of `silentMs`, a small query
 * is sent as the ping. If this query is not answered, all queries are aborted. After a pause of `pauseMs`, only the
 * paused query is aborted.
 *
 * With these limits, a screen learns of an outage within five seconds, although a read first waits up to a second for
 * shippers.
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

/** Creates a watch with these limits. It replaces the client's current watch. */
export function watchAnswers(clickhouse: ClickHouse, limits: AnswerLimits = answerLimits): AnswerWatch {
  const watch = createAnswerWatch(clickhouse, limits)
  watches.set(clickhouse, watch)
  return watch
}

/**
 * Returns whether the server answered the ping. A rejection counts as an answer, for example because of too many
 * queries.
 */
function isAnswer(pong: PingResult): boolean {
  return pong.success || pong.error instanceof ClickHouseError
}

function createAnswerWatch(clickhouse: ClickHouse, { silentMs, pingMs, pauseMs }: AnswerLimits): AnswerWatch {
  /** Aborts when ClickHouse stops answering. When ClickHouse answers again, a new controller replaces it. */
  let outage = new AbortController()
  let answeredAt = Number.NEGATIVE_INFINITY
  /** Whether an answer has paused, and no query has been answered since that pause. */
  let hasPaused = false
  const pending = new Map<boolean, Promise<boolean>>()
  const waiting = new Set<() => void>()

  /** Returns whether ClickHouse answers. If `select` is true, pings with a query, otherwise with a plain ping. */
  async function ping(select: boolean): Promise<boolean> {
    const startedAt = performance.now()
    const ended = new AbortController()
    const pong = Promise.try(() => clickhouse.ping({ select, abort_signal: ended.signal }))
    const hasPong = await withTimeout(pingMs, pong).then(isAnswer, () => false)
    ended.abort()
    // If ClickHouse has answered a query since the ping was sent, the machine is only busy, and there is no outage.
    if (!hasPong && answeredAt < startedAt) {
      outage.abort()
      return false
    }
    // A server may answer pings but no queries, so a plain ping does not reset `hasPaused`.
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
      // When an answer begins, the client stops listening to the query's signal, so an abort has to close the result
      // here.
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
