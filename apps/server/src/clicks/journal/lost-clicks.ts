// Publishes that an edge loses clicks, to every process that shows the status, by LISTEN/NOTIFY. A health check
// can't tell: the kernel or a balancer chooses which of several edges answers it.
import type { Clock } from '../../platform/clock.ts'
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../../platform/postgres/postgres-listener.ts'
import type { JournalState } from './loss-counter.ts'

const channel = 'clicks_lost'
/** An edge repeats the notification while it loses clicks. */
const repeatMs = 1_000
/** Longer than a lost connection takes to be replaced: the notifications of that time are missing. */
const validMs = 10_000

export interface LostClicksPublisherOptions {
  state(): JournalState
  /** Notifies through the primary, because replicas reject notifications. */
  notify: PostgresListener['notify']
}

/** Publishes until the returned function is called. */
export function publishLostClicks({ state, notify }: LostClicksPublisherOptions): () => void {
  const timer = setInterval(() => state().isLosing && notify(channel), repeatMs)
  timer.unref()
  return () => clearInterval(timer)
}

export interface LostClicksSubscription {
  /** Whether any edge lost clicks within the last minute, or has a full disk. */
  isLosing(): boolean
  isListening(): boolean
  close(): Promise<void>
}

/** Subscribes over a connection of its own. */
export function openLostClicksSubscription(
  options: Pick<PostgresListenerOptions, 'listenerUrl' | 'log'> & { clock: Clock },
): LostClicksSubscription {
  const { clock, listenerUrl, log } = options
  let notifiedAt = Number.NEGATIVE_INFINITY
  const listener = openPostgresListener({
    listenerUrl,
    log,
    channel,
    onNotification() {
      notifiedAt = clock.now().getTime()
    },
    onListening: () => undefined,
  })
  return {
    isLosing: () => Math.abs(clock.now().getTime() - notifiedAt) < validMs,
    isListening: listener.isListening,
    close: listener.close,
  }
}
