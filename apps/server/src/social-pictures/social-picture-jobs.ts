import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { drawStorePicture, drawStorePictureTask } from './draw-store-picture.ts'

/** Only earlier versions enqueued this job: pictures now wait in the picture queue. */
export function socialPictureJobs(deps: Deps): Job[] {
  return [{ name: drawStorePictureTask, kind: 'files', run: (payload) => drawStorePicture(deps, payload) }]
}
