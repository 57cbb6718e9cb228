import { importJobs } from '../file-imports/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { earningsImports } from './imports/earnings-imports.ts'
import { matchEarnings, matchEarningsTask } from './matching/match-earnings.ts'

export function earningsJobs(deps: Deps): Job[] {
  return [...importJobs(earningsImports, deps), { name: matchEarningsTask, kind: 'people', run: (payload) => matchEarnings(deps, payload) }]
}
