/** Draws pictures of a store, its products and its categories, which other sites show next to links to their pages. */

export { drawCategoryPicture, drawProductPicture, drawStoreCollage, drawStorePicture, socialPictureJobs } from './social-pictures.ts'
