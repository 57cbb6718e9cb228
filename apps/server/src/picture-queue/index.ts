// Pictures that wait to be encoded or drawn, one at a time, in turns of the organizations.
export { encodeNextPicture, pictureQueueJobs } from './encode-next-picture.ts'
export { insertPictureTasks } from './picture-task-table.ts'
