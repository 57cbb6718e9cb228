// Import files are parsed in a separate process. This file has the code that runs there and the code that reads its
// batches.
import { formatFileLimitsMessage, unreadableFileMessage } from '@linkshelf/contract'
import { z } from 'zod'
import { type OrganizationContext, toInputMessage } from '../access/index.ts'
import type { ForeignFileDeps } from '../platform/deps.ts'
import { ForeignInputError, splitChunks } from '../platform/process/confined/parse-in-child.ts'
import type { ParserModule } from '../platform/process/confined/parser-messages.ts'
import { parserLimits } from '../platform/process/confined/parser-processes.ts'
import type { FileBatch, ImportKind, ImportRow, ImportTypes, ParsedFile } from './import-kind.ts'

const batchRows = 1_000

/**
 * Creates a parser from a function that reads a whole file. The function returns an error message if no row can be
 * imported.
 */
export function createFileParser<File extends ParsedFile, Settings>(
  url: string,
  readFile: (file: Buffer, settings: Settings) => Promise<File | string> | File | string,
): ParserModule<Settings, FileBatch<File>> {
  return {
    url,
    async *parse(input, settings) {
      // Like the other processes, this process sets its own Zod messages, because users see the issues of rows.
      z.config({ customError: toInputMessage })
      const file = await readFile(Buffer.concat(await Array.fromAsync(input)), settings)
      if (typeof file === 'string') return yield { failure: file }
      const { rows, ...head } = file
      yield { head }
      for (let start = 0; start < rows.length; start += batchRows) yield { rows: rows.slice(start, start + batchRows) }
    },
  }
}

/** Tells the owner which limits a file exceeded, and how to continue. */
export const fileLimitFailure = formatFileLimitsMessage(parserLimits)

/** Parses the file of an import. Returns an error message if no row can be imported. */
export async function parseFile<T extends ImportTypes>(
  kind: Pick<ImportKind<T>, 'parser' | 'toSettings'>,
  { parseForeignFile }: ForeignFileDeps,
  ctx: OrganizationContext,
  { file, row }: { file: Buffer; row: ImportRow<T> },
): Promise<T['file'] | string> {
  let failure: string | undefined
  let head: Omit<T['file'], 'rows'> | undefined
  const rows: T['file']['rows'] = []
  const input = { organizationId: ctx.organization.id, chunks: splitChunks(file), settings: kind.toSettings(row) }
  try {
    for await (const batch of parseForeignFile(kind.parser, input)) {
      if ('failure' in batch) failure = batch.failure
      else if ('head' in batch) head = batch.head
      else for (const parsed of batch.rows) rows.push(parsed)
    }
  } catch (error) {
    if (!(error instanceof ForeignInputError)) throw error
    ctx.log.warn({ err: error, importId: row.id }, 'A file could not be parsed')
    return error.exceeded === undefined ? unreadableFileMessage : fileLimitFailure
  }
  if (failure !== undefined) return failure
  if (head === undefined) throw new Error('A parser yielded no head')
  return { ...head, rows } as T['file']
}
