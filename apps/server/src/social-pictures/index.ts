// The picture of a store that other sites show beside a link to it.
export { drawStorePicture, drawStorePictureTask } from './draw-store-picture.ts'
export { listSocialPictures } from './social-picture-table.ts'
