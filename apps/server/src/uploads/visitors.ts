/** Exports for edges, which load uploaded files by their address. */

export { createMediaFiles, isMediaTarget, type MediaFile, type MediaFiles, provisionalSeconds } from './media-files.ts'
