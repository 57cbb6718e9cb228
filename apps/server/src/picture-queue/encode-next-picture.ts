import type { CoreDeps, Deps } from '../platform/deps.ts'
import { enqueueJob, type Job } from '../platform/jobs.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import {
  delayPictureTask,
  deletePictureTask,
  extendPictureLease,
  findLeaseEnd,
  type PictureTaskKind,
  takePictureTask,
} from './picture-task-table.ts'

const encodeNextPictureTask = 'encode-next-picture'
const leaseEndKey = 'encode-next-picture:lease-end'

/** The queue runs one job at a time on all machines together, because a picture uses a core for up to some seconds. */
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
 * Time between two extensions of a lease. It fits several times in a lease, so that one slow statement does not let the
 * lease end.
 */
const extensionMs = 5_000

/**
 * The job that each new task enqueues, and that runs every minute for failed tasks. It works on the next picture, and
 * enqueues itself for the picture after it. If no task is due, it enqueues itself for the end of a killed process's
 * lease. `db` uses the database role of jobs.
 */
export async function encodeNextPicture({ db, log }: Pick<CoreDeps, 'db' | 'log'>, workers: PictureWorkers): Promise<void> {
  const task = await takePictureTask(db)
  if (task === undefined) return enqueueAtLeaseEnd(db)
  const extensions = setInterval(() => void extendPictureLease(db, task).catch(() => undefined), extensionMs)
  try {
    await workers[task.kind](task.payload)
    await deletePictureTask(db, task)
  } catch (error) {
    log.error({ err: error, picture: task.key }, 'A picture could not be encoded')
    await delayPictureTask(db, task)
  } finally {
    clearInterval(extensions)
  }
  await enqueueJob(db, encodeNextPictureTask, {}, { key: encodeNextPictureTask, queue: pictureQueue })
}

/**
 * Enqueues the job for the time when the first lease ends. The job has its own key, because with the usual key it would
 * replace the job of a task that is added at this moment.
 */
async function enqueueAtLeaseEnd(db: Db): Promise<void> {
  const runAt = await findLeaseEnd(db)
  if (runAt !== undefined) await enqueueJob(db, encodeNextPictureTask, {}, { key: leaseEndKey, queue: pictureQueue, runAt })
}
