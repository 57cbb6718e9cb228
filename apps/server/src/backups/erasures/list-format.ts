// The format of the files with erasures and addresses: JSON lines, of which the first is a header.
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { StartError } from '../../platform/process/start-error.ts'

export interface ListHeader {
  /** The file contains every entry from this instant on. */
  from: Date
  /** The file contains every entry before this instant. */
  until: Date
  /** The transactions whose entries are in this file or in earlier files, as `pg_snapshot` of PostgreSQL. */
  snapshot: string
}

/** Increases whenever an earlier release could not read the list correctly. Format 1 had no small files. */
const listFormat = 2

/** Nothing was visible in this snapshot. */
export const emptySnapshot = '1:1:'

const anyHeader = z.object({ format: z.number() })
const headerSchema = z.object({
  format: z.literal([1, listFormat]),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  snapshot: z.stringFormat('snapshot', /^\d+:\d+:[\d,]*$/).default(emptySnapshot),
})

/** `location` names the file in errors. Throws a StartError if the file is damaged, or if a newer release wrote it. */
export function parseHeader(line: string, location: string): ListHeader {
  try {
    const content: unknown = JSON.parse(line)
    if (anyHeader.parse(content).format > listFormat) throw new StartError(`A newer release wrote ${location}: use that release.`)
    const { from, until, snapshot } = headerSchema.parse(content)
    return { from: new Date(from), until: new Date(until), snapshot }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw toDamageError(location, cause)
  }
}

/** Parses the lines after the header. Throws a StartError if they are damaged. */
export function parseEntries<Entry>(lines: readonly string[], entry: z.ZodType<Entry>, location: string): Entry[] {
  try {
    return lines.map((line) => entry.parse(JSON.parse(line)))
  } catch (cause) {
    throw toDamageError(location, cause)
  }
}

function toDamageError(location: string, cause: unknown): StartError {
  return new StartError(`${location} can't be read: the list is damaged.`, { cause })
}

export function formatHeader({ from, until, snapshot }: ListHeader): string {
  return JSON.stringify({ format: listFormat, from: from.toISOString(), until: until.toISOString(), snapshot })
}

/** Returns the time that files which follow each other cover without a gap until their end. */
export function joinHeaders([first, ...others]: readonly ListHeader[]): ListHeader | undefined {
  return others.reduce((joined, next) => {
    if (joined === undefined || next.from > joined.until) return next
    return next.until > joined.until ? { ...next, from: joined.from } : joined
  }, first)
}

/** Reads the lines of a file one after the other, because a list can be too large for the memory. */
export async function* readLines(content: Readable): AsyncGenerator<string> {
  let rest = ''
  content.setEncoding('utf8')
  for await (const chunk of content) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
