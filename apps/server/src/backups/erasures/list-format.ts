// The format of a list that is stored next to the back-ups: JSON lines, of which the first is a header.
import { z } from 'zod'
import { StartError } from '../../platform/process/start-error.ts'

export interface StoredList<Entry> {
  /** The list contains every entry from this instant on. */
  from: Date
  /** The list contains every entry before this instant. */
  until: Date
  entries: Entry[]
}

/** Increases whenever an earlier release could not read the list correctly. */
const listFormat = 1

const anyHeader = z.object({ format: z.number() })
const header = z.object({ format: z.literal(listFormat), from: z.iso.datetime(), until: z.iso.datetime() })

/**
 * Parses a list. `location` names the file in errors. Throws a StartError if the list is damaged, or if a newer release
 * wrote it.
 */
export function parseList<Entry>(text: string, entry: z.ZodType<Entry>, location: string): StoredList<Entry> {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  try {
    const content: unknown = JSON.parse(first)
    if (anyHeader.parse(content).format > listFormat) throw new StartError(`A newer release wrote ${location}: use that release.`)
    const { from, until } = header.parse(content)
    return { from: new Date(from), until: new Date(until), entries: lines.map((line) => entry.parse(JSON.parse(line))) }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`${location} can't be read: the list is damaged.`, { cause })
  }
}

export function formatList({ from, until, entries }: StoredList<unknown>): string {
  const lines = [{ format: listFormat, from: from.toISOString(), until: until.toISOString() }, ...entries]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
