import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { checkEarningsImport } from './imports/check-import.ts'
import { checkEarningsImportTask } from './imports/create-import.ts'
import { importEarnings } from './imports/import-earnings.ts'
import { importEarningsTask } from './imports/start-import.ts'
import { matchEarnings, matchEarningsTask } from './matching/match-earnings.ts'

export function earningsJobs(deps: Deps): Job[] {
  return [
    { name: checkEarningsImportTask, kind: 'files', run: (payload) => checkEarningsImport(deps, payload) },
    { name: importEarningsTask, kind: 'files', run: (payload) => importEarnings(deps, payload) },
    { name: matchEarningsTask, kind: 'people', run: (payload) => matchEarnings(deps, payload) },
  ]
}
