import { fileLimitsMessage } from '@linkshelf/contract'
import type { ForeignFileDeps } from '../../platform/deps.ts'
import type { JobRun } from '../../platform/jobs.ts'
import { ForeignInputError } from '../../platform/process/confined/parse-in-child.ts'
import { parserLimits } from '../../platform/process/confined/parser-processes.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type PlannedFile, parser } from './archive-parser.ts'
import type { OpenImport } from './data-import-jobs.ts'

/**
 * A file of 64 MB, the largest in an archive, takes 570 MB. Two archives are read beside two other files, so less than
 * the limit of those is what the machine can give. A megabyte takes half a second, and one that is compressed as well
 * as it may be, five.
 */
const archiveParserLimits = {
  ...parserLimits,
  maxMemoryBytes: 700_000_000,
  maxHeapBytes: 500_000_000,
  totalMsPerMegabyte: 10_000,
}

/** Names the limits that an archive exceeded, and says how its owner can go on. */
export const archiveLimitFailure = fileLimitsMessage(archiveParserLimits)

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
  // It is thrown behind the loop, so that the process ends its work and is ready for the next archive.
  if (failure !== undefined) throw new UnreadableArchiveError(failure)
}
