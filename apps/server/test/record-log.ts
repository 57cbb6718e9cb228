import { pino } from 'pino'
import type { Log } from '../src/platform/process/log.ts'

export type LogLine = Record<string, unknown>

/** A log that records its lines in `lines`, oldest first. */
export function recordLog(): { log: Log; lines: LogLine[]; events(): unknown[] } {
  const lines: LogLine[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) })
  return { log, lines, events: () => lines.flatMap(({ event }) => event ?? []) }
}
