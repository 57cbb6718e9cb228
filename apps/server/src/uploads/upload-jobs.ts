import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { addAvif, addAvifTask } from './add-avif.ts'
import { deleteOrphanedUploads, deleteOrphanedUploadsTask, type ListUsedUploads } from './delete-orphaned-uploads.ts'

/** `lists` name the uploads that other modules use. */
export function uploadJobs(deps: Deps, lists: readonly ListUsedUploads[]): Job[] {
  return [
    { name: addAvifTask, kind: 'files', run: (payload) => addAvif(deps, payload) },
    {
      name: deleteOrphanedUploadsTask,
      kind: 'upkeep',
      cron: '41 * * * *',
      run: async () => void (await deleteOrphanedUploads(deps, lists)),
    },
  ]
}
