import pg from 'pg'
import type { Log } from '../process/log.ts'
import { rejectPrivilegedAccount } from './postgres.ts'

export interface PostgresListenerOptions {
  listenerUrl: string
  channel: string
  log: Log
  onNotification(payload: string): void
  /** Called whenever listening begins, also the first time. Notifications before that were not received. */
  onListening(): void
  /** Called if listening ends before `close`. Notifications after that are not received. */
  onLost?(): void
}

export interface PostgresListener {
  isListening(): boolean
  /** Notifies a channel over the same connection. Sends nothing while the connection is lost. */
  notify(channel: string): void
  close(): Promise<void>
}

/** How often an idle connection is checked by a query. */
const aliveMs = 5_000
const firstRetryMs = 50
const retryMaxMs = 2_000

/**
 * Returns the name of a connection that listens on the channel. `pg_stat_activity` shows this name to every account.
 */
export function toListenerName(channel: string): string {
  return `listens on ${channel}`
}

/**
 * Listens on one channel over a connection of its own, and reconnects whenever that connection is lost. Needs a
 * primary, because replicas don't forward notifications.
 */
export function openPostgresListener(options: PostgresListenerOptions): PostgresListener {
  const { listenerUrl, channel, log, onNotification, onListening, onLost } = options
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const connecting = new pg.Client({
      connectionString: listenerUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: aliveMs,
      keepAlive: true,
      application_name: toListenerName(channel),
    })
    client = connecting
    connecting.on('notification', ({ payload }) => onNotification(payload ?? ''))
    connecting.once('error', (error) => handleLoss(connecting, error))
    connecting.once('end', () => handleLoss(connecting, new Error('The connection was closed')))
    try {
      await connecting.connect()
      await rejectPrivilegedAccount(connecting)
      await connecting.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      return handleLoss(connecting, error)
    }
    if (client !== connecting) return
    isListening = true
    failures = 0
    onListening()
  }

  function handleLoss(lost: pg.Client, error: unknown): void {
    if (client !== lost) return
    client = undefined
    const wasListening = isListening
    isListening = false
    lost.on('error', () => undefined) // More errors may follow. They are ignored.
    lost.end().catch(() => undefined)
    if (isClosed) return
    if (wasListening) onLost?.()
    failures += 1
    if (failures === 1) log.warn({ err: error, channel }, 'Connection lost; not listening')
    retry = setTimeout(connect, Math.min(retryMaxMs, firstRetryMs * 2 ** failures))
  }

  // If the other end of a connection vanishes, there is no event. Only a failing query shows it, so a query is sent
  // regularly.
  const check = setInterval(() => {
    const checked = client
    if (checked && isListening) checked.query('select 1').catch((error: unknown) => handleLoss(checked, error))
  }, aliveMs)
  check.unref()

  void connect()
  return {
    isListening: () => isListening,
    notify(notified) {
      // A rejection is ignored here, because the check of idle connections notices a lost connection.
      if (client && isListening) client.query(`notify ${pg.escapeIdentifier(notified)}`).catch(() => undefined)
    },
    async close() {
      isClosed = true
      clearInterval(check)
      clearTimeout(retry)
      const closing = client
      client = undefined
      isListening = false
      await closing?.end().catch(() => undefined)
    },
  }
}
