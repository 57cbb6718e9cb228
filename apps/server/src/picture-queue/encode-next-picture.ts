import type { Deps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { deletePictureTask, type PictureTaskKind, takePictureTask } from './picture-task-table.ts'

export const encodeNextPictureTask = 'encode-next-picture'

/** The queue runs one job at a time on all machines together, because a picture takes a core for up to seconds. */
export const pictureQueue = 'pictures'

export type PictureWorkers = Record<PictureTaskKind, (payload: unknown) => Promise<void>>

/**
 * The job of every new task, and of every minute for what a killed process left: works on the picture whose turn
 * it is, and enqueues itself for the next. A picture that fails is tried again when its lease has ended. `db`
 * works as the account of jobs.
 */
export async function encodeNextPicture({ db, log }: Pick<Deps, 'db' | 'log'>, workers: PictureWorkers): Promise<void> {
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
