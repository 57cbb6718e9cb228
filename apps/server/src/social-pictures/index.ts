/** Draws the pictures of a store and of its products that other sites show beside a link to their pages. */

export { drawProductPicture } from './draw-product-picture.ts'
export { drawStorePicture } from './draw-store-picture.ts'
export { socialPictureJobs } from './social-picture-jobs.ts'
export { listSocialPictures } from './social-picture-table.ts'
