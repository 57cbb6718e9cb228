// Pictures of owners: uploaded or copied from an address, encoded anew, stored by their content, and read by edges.
export { addAvif, addAvifTask } from './add-avif.ts'
export { deleteOrphanedUploads, deleteOrphanedUploadsTask } from './delete-orphaned-uploads.ts'
export { encodeLogo } from './images/encode-image.ts'
export { createImageFetch, fetchImageBytes } from './images/image-fetch.ts'
export { createMediaFiles, isMediaTarget, type MediaFile, type MediaFiles, provisionalSeconds } from './media-files.ts'
export { selectUploadedPicture } from './select-uploaded-picture.ts'
export { prepareSocialPicture } from './store-social-picture.ts'
export { uploadRoutes } from './upload-routes.ts'
