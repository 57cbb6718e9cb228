/** Encodes and draws queued pictures one at a time, in turns of the organizations. */

export { encodeNextPicture, pictureQueueJobs } from './encode-next-picture.ts'
export { insertPictureTasks } from './picture-task-table.ts'
