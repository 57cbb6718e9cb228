import { formatFileLimitsMessage } from '@linkshelf/contract'
import type { ForeignFileDeps } from '../../platform/deps.ts'
import type { JobRun } from '../../platform/jobs.ts'
import { ForeignInputError } from '../../platform/process/confined/parse-in-child.ts'
import { parserLimits } from '../../platform/process/confined/parser-processes.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type PlannedFile, parser } from './archive-parser.ts'
import type { OpenImport } from './data-import-jobs.ts'

/**
 * Limits of the process that parses an archive. The largest file in an archive has 64 MB and takes 570 MB of memory.
 * Two archives and two other files can be parsed at the same time. Archives have a lower memory limit than other files,
 * because the machine could not give all four processes the higher limit. A megabyte takes half a second, or five
 * seconds if it is compressed as much as possible.
 */
const archiveParserLimits = {
  ...parserLimits,
  maxMemoryBytes: 700_000_000,
  maxHeapBytes: 500_000_000,
  totalMsPerMegabyte: 10_000,
}

/** Tells the owner which limits an archive exceeded, and how to continue. */
export const archiveLimitFailure = formatFileLimitsMessage(archiveParserLimits)

/** Yields the files of an archive, and pauses after each. Throws UnreadableArchiveError. */
export async function* readPlannedFiles(
  { origins, parseForeignFile }: ForeignFileDeps,
  { ctx, row, parts }: OpenImport,
  { pause }: Pick<JobRun, 'pause'>,
): AsyncGenerator<PlannedFile> {
  const input = {
    organizationId: ctx.organization.id,
    chunks: parts(),
    settings: { importId: row.id, origins, now: ctx.now },
    limits: archiveParserLimits,
  }
  let failure: string | undefined
  try {
    for await (const file of parseForeignFile(parser, input)) {
      if ('failure' in file) failure = file.failure
      else yield file
      await pause?.()
    }
  } catch (error) {
    if (!(error instanceof ForeignInputError)) throw error
    ctx.log.warn({ err: error, importId: row.id }, 'An archive could not be read')
    throw new UnreadableArchiveError(archiveLimitFailure)
  }
  // The error is thrown after the loop, so that the process finishes and is ready for the next archive.
  if (failure !== undefined) throw new UnreadableArchiveError(failure)
}
