// When a membership ends, a trigger on `members` notifies every process that has open streams, through LISTEN/NOTIFY.
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../platform/postgres/postgres-listener.ts'

const channel = 'membership_ended'

export type EndedMembershipsOptions = Pick<PostgresListenerOptions, 'listenerUrl' | 'log' | 'onListening'> & {
  onEnded(userId: string): void
}

/**
 * Subscribes to ended memberships over a database connection of its own. `onListening` runs each time the subscription
 * starts or restarts, because notifications sent before then may have been missed.
 */
export function openEndedMembershipsSubscription({ onEnded, ...options }: EndedMembershipsOptions): PostgresListener {
  return openPostgresListener({ ...options, channel, onNotification: onEnded })
}
