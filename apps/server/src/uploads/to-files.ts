import { mediaFileName } from '@linkshelf/contract'
import type { EncodedFile } from './images/encode-in-child.ts'
import type { UploadFile } from './upload-table.ts'

export function toFiles(images: readonly EncodedFile[], format: 'webp' | 'avif' | 'png'): UploadFile[] {
  return images.map(({ width, height, bytes }) => ({ name: mediaFileName({ width, height }, format), bytes }))
}
