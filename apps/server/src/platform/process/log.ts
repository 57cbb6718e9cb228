import { type Logger, pino } from 'pino'

export type Log = Logger

/** Opens a log that writes one JSON object per line to standard error, because standard output is for the user. */
export function openLog(name: string, level: string): Log {
  return pino({ name, level, base: { process: name } }, pino.destination({ fd: 2, sync: true }))
}

export const silentLog: Log = pino({ level: 'silent' })
