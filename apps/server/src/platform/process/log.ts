import { type Logger, pino } from 'pino'

export type Log = Logger

/** Opens a log that writes one JSON object per line to standard error, because standard output is for the user. */
export function openLog(name: string, level: string): Log {
  return pino({ name, level, base: { process: name }, serializers: { err: serializeError } }, pino.destination({ fd: 2, sync: true }))
}

/**
 * Returns what is logged about an error. In `detail` and `where` PostgreSQL names values of rows, which can be email
 * addresses and hashes, so these fields are omitted.
 */
export function serializeError(error: Error): object {
  const { detail: _detail, where: _where, ...logged } = pino.stdSerializers.err(error)
  return logged
}

export const silentLog: Log = pino({ level: 'silent' })
