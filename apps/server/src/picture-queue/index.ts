/** Encodes and draws queued pictures, one at a time. Organizations take turns. */

export { encodeNextPicture, pictureQueueJobs } from './encode-next-picture.ts'
export { insertPictureTasks, type PictureTask, schedulePictureTask } from './picture-task-table.ts'
