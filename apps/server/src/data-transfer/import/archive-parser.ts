// This module runs in the process that parses archives.
import { z } from 'zod'
import { toInputMessage } from '../../access/index.ts'
import type { ParserModule } from '../../platform/process/confined/parser-messages.ts'
import { readArchive, UnreadableArchiveError } from '../format/read-archive.ts'
import { createFilePlanner, type FilePlan, type PlanSettings } from './plan-file.ts'

/** A file of an archive, as the process sends it. `bytes` is empty unless the file is a picture or a font. */
export interface PlannedFile {
  name: string
  plan: FilePlan
  bytes: Uint8Array
}

const noBytes = new Uint8Array()

export const parser: ParserModule<PlanSettings, PlannedFile | { failure: string }> = {
  url: import.meta.url,
  async *parse(input, settings) {
    // Like the other processes, this process sets its own Zod messages, because users see the problems of rows.
    z.config({ customError: toInputMessage })
    const planFile = createFilePlanner(settings)
    try {
      for await (const file of readArchive(input)) {
        const plan = planFile(file)
        yield { name: file.name, plan, bytes: plan.kind === 'picture' || plan.kind === 'font' ? file.bytes : noBytes }
      }
    } catch (error) {
      if (!(error instanceof UnreadableArchiveError)) throw error
      yield { failure: error.message }
    }
  },
}
