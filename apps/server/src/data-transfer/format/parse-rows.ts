import { z } from 'zod'
import { parseJson } from './read-archive.ts'

export interface ParsedRows<Row> {
  rows: Row[]
  /** The problems of the skipped lines. */
  problems: string[]
}

/**
 * Returns the rows of a file in JSON Lines. A line that `parse` rejects is skipped, and reported with the
 * reason that `parse` returns.
 */
export function parseLines<Row>(bytes: Buffer, parse: (value: unknown) => Row | string): ParsedRows<Row> {
  const parsed: ParsedRows<Row> = { rows: [], problems: [] }
  for (const [index, line] of bytes.toString().split('\n').entries()) {
    if (line === '') continue
    const value = parseJson(line)
    const row = value === undefined ? 'no JSON, or with characters that can not be stored' : parse(value)
    if (typeof row === 'string') parsed.problems.push(`line ${index + 1}: ${row}`)
    else parsed.rows.push(row)
  }
  return parsed
}

/** Returns a function for `parseLines` that parses with a schema. */
export function bySchema<Row>(schema: z.core.$ZodType<Row>): (value: unknown) => Row | string {
  return (value) => {
    const { success, data, error } = z.safeParse(schema, value)
    return success ? data : reasonOf(error)
  }
}

export function reasonOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue === undefined ? 'not valid' : `${issue.path.join('.')}: ${issue.message}`.replace(/^: /, '')
}
