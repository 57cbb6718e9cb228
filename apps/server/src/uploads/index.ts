/**
 * Stores pictures of owners by their content, uploaded or copied, for edges to read. `images/` encodes them in a
 * confined process, and `fonts/` copies fonts.
 */

export { addAvif } from './add-avif.ts'
export { createFontFetch } from './fonts/fetch-fonts.ts'
export { prepareArchivedFont } from './fonts/store-archived-font.ts'
export type { SocialPicture } from './images/draw-social-picture.ts'
export { encodeAvatar, encodeLogo, encodeSiteIcon } from './images/encode-image.ts'
export { createImageFetch, fetchCopy } from './images/image-fetch.ts'
export { createMediaFiles, isMediaTarget, type MediaFile, type MediaFiles, provisionalSeconds } from './media-files.ts'
export { selectUploadedPicture } from './select-uploaded-picture.ts'
export { prepareArchivedPicture } from './store-archived-picture.ts'
export { prepareSocialPicture } from './store-social-picture.ts'
export { uploadJobs } from './upload-jobs.ts'
export { uploadRoutes } from './upload-routes.ts'
export { selectUploadPage } from './upload-table.ts'
