/**
 * Stores owners' pictures by their content, for edges to read. Pictures are uploaded or copied. `images/` encodes them
 * in a confined process, and `fonts/` copies fonts.
 */

export { addAvif } from './add-avif.ts'
export { addLook } from './add-look.ts'
export { prepareArchivedFont, prepareArchivedPicture } from './archived-uploads.ts'
export { prepareFetchedPicture } from './fetched-picture.ts'
export { createFontFetch } from './fonts/fetch-fonts.ts'
export { encodeAvatar, encodeLogo, encodeSiteIcon, type PictureTurn } from './images/encode-image.ts'
export { createImageFetch, fetchCopy } from './images/image-fetch.ts'
export type { SocialPicture } from './social-picture.ts'
export { prepareSocialPicture } from './social-picture.ts'
export { selectUploadedPicture, selectUploadPage, touchUpload } from './upload-table.ts'
export { uploadJobs, uploadRoutes } from './uploads.ts'
