import type { CoreDeps, Deps } from '../platform/deps.ts'
import { enqueueJob, type Job } from '../platform/jobs.ts'
import { deletePictureTask, type PictureTaskKind, takePictureTask } from './picture-task-table.ts'

const encodeNextPictureTask = 'encode-next-picture'

/** The queue runs one job at a time on all machines together, because a picture takes a core for up to seconds. */
const pictureQueue = 'pictures'

export type PictureWorkers = Record<PictureTaskKind, (payload: unknown) => Promise<void>>

export function pictureQueueJobs(deps: Deps, workers: PictureWorkers): Job[] {
  return [
    {
      name: encodeNextPictureTask,
      kind: 'pictures',
      cron: '* * * * *',
      queue: pictureQueue,
      run: () => encodeNextPicture(deps, workers),
    },
  ]
}

/**
 * The job of every new task, and of every minute for what a killed process left: works on the next picture, and
 * enqueues itself for the one after it. A picture that fails is tried again when its lease has ended. `db`
 * works as the account of jobs.
 */
export async function encodeNextPicture({ db, log }: Pick<CoreDeps, 'db' | 'log'>, workers: PictureWorkers): Promise<void> {
  const task = await takePictureTask(db)
  if (task === undefined) return
  try {
    await workers[task.kind](task.payload)
    await deletePictureTask(db, task)
  } catch (error) {
    log.error({ err: error, picture: task.key }, 'A picture could not be encoded')
  }
  await enqueueJob(db, encodeNextPictureTask, {}, { key: encodeNextPictureTask, queue: pictureQueue })
}
