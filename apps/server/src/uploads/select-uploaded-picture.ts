import { mediaFileName, parseUploadAddress, pictureSizes } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectFile } from './upload-table.ts'

/**
 * The narrowest file of an uploaded picture that has at least this width, or else its largest. Undefined for the
 * address of anything else.
 */
export async function selectUploadedPicture(tx: Tx, address: string, minWidth: number): Promise<Buffer | undefined> {
  const upload = parseUploadAddress(address)
  if (upload === undefined) return undefined
  const sizes = upload.purpose === 'icon' ? [upload] : pictureSizes(upload)
  const size = sizes.find(({ width }) => width >= minWidth) ?? upload
  return selectFile(tx, upload.digest, mediaFileName(size, upload.purpose === 'icon' ? 'png' : 'webp'))
}
