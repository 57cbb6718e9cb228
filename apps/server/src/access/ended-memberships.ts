// Publishes whose membership of an organization ended, to every process with open streams, by LISTEN/NOTIFY. A trigger
// on `members` notifies.
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../platform/postgres/postgres-listener.ts'

const channel = 'membership_ended'

export type EndedMembershipsOptions = Pick<PostgresListenerOptions, 'listenerUrl' | 'log' | 'onListening'> & {
  onEnded(userId: string): void
}

/**
 * Subscribes over a connection of its own. `onListening` runs whenever the subscription begins: notifications before
 * it may have been missed.
 */
export function openEndedMembershipsSubscription({ onEnded, ...options }: EndedMembershipsOptions): PostgresListener {
  return openPostgresListener({ ...options, channel, onNotification: onEnded })
}
