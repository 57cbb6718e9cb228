import { fileLimitsMessage } from '@linkshelf/contract'
import { ForeignInputError, parseInChild, parserLimits } from '../../platform/process/confined/parse-in-child.ts'
import type { Log } from '../../platform/process/log.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type PlannedFile, parser } from './archive-parser.ts'
import type { PlanSettings } from './plan-file.ts'

/** Names the limits that an archive exceeded, and says how its owner can go on. */
export const archiveLimitFailure = fileLimitsMessage(parserLimits)

/** Yields the files of an archive, which a confined process reads. Throws UnreadableArchiveError. */
export async function* readPlannedFiles(parts: AsyncIterable<Buffer>, settings: PlanSettings, log: Log): AsyncGenerator<PlannedFile> {
  let failure: string | undefined
  try {
    for await (const file of parseInChild(parser, parts, settings)) {
      if ('failure' in file) failure = file.failure
      else yield file
    }
  } catch (error) {
    if (!(error instanceof ForeignInputError)) throw error
    log.warn({ err: error, importId: settings.importId }, 'An archive could not be read')
    throw new UnreadableArchiveError(archiveLimitFailure)
  }
  // It is thrown behind the loop, so that the process ends its work and is ready for the next archive.
  if (failure !== undefined) throw new UnreadableArchiveError(failure)
}
