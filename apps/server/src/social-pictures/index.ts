/** Draws the pictures of a store and of its products that other sites show beside a link to their pages. */

export { listSocialPictures } from './social-picture-table.ts'
export { drawProductPicture, drawStorePicture, socialPictureJobs } from './social-pictures.ts'
