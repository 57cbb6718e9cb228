import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteOldSalts } from './enrichment/describe-visit.ts'

export function clickJobs(deps: Deps): Job[] {
  return [{ name: 'delete-old-salts', kind: 'upkeep', cron: '17 * * * *', run: async () => void (await deleteOldSalts(deps)) }]
}
