import { type MediaFormat, mediaFileName } from '@linkshelf/contract'
import type { EncodedFile } from './images/encode-in-child.ts'
import type { UploadFile } from './upload-table.ts'

export function toFiles(images: readonly EncodedFile[], format: MediaFormat): UploadFile[] {
  return images.map(({ width, height, bytes }) => ({ name: mediaFileName({ width, height }, format), bytes }))
}
