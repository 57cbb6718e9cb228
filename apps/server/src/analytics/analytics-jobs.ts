import { maxRangeDays } from '@linkshelf/contract'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { purgeProjectClicks, purgeProjectClicksTask } from './delete-clicks.ts'
import { reconcileClickRollups, reconcileClickRollupsTask } from './deletions/reconcile-click-rollups.ts'
import { deleteClicksTask, runClickDeletions } from './deletions/run-click-deletions.ts'
import { rollUpAllDaysTask, rollUpQueue, updateDailyRollups } from './rollups/update-daily-rollups.ts'

const recentDays = 7

export function analyticsJobs(deps: Deps, clickRetentionMonths: number): Job[] {
  return [
    {
      name: 'roll-up-recent-days',
      kind: 'counting',
      cron: '4 * * * *',
      queue: rollUpQueue,
      run: async () => void (await updateDailyRollups(deps, recentDays)),
    },
    {
      name: rollUpAllDaysTask,
      kind: 'counting',
      cron: '33 3 * * *',
      queue: rollUpQueue,
      run: async () => void (await updateDailyRollups(deps, maxRangeDays)),
    },
    { name: reconcileClickRollupsTask, kind: 'counting', run: (payload) => reconcileClickRollups(deps, payload, clickRetentionMonths) },
    { name: deleteClicksTask, kind: 'people', run: (payload) => runClickDeletions(deps, payload) },
    { name: purgeProjectClicksTask, kind: 'people', run: (payload) => purgeProjectClicks(deps, payload) },
  ]
}
