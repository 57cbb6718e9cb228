import { createHash } from 'node:crypto'
import { type MediaFormat, mediaFileName } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { EncodedFile } from './images/encode-in-child.ts'
import type { UploadFile, UploadRow } from './upload-table.ts'

/** Increment it whenever the same source becomes other files: their addresses promise never to change. */
const encodingVersion = 1

/**
 * Names an upload by its source. Differs between organizations, so that an address tells nothing
 * about what others have.
 */
export function digestOf({ organization }: OrganizationContext, purpose: UploadRow['purpose'], source: Buffer | string): string {
  const head = JSON.stringify([encodingVersion, organization.id, purpose])
  return createHash('sha256').update(head).update(source).digest('base64url').slice(0, 27)
}

export function toFiles(images: readonly EncodedFile[], format: MediaFormat): UploadFile[] {
  return images.map(({ width, height, bytes }) => ({ name: mediaFileName({ width, height }, format), bytes }))
}

/** Returns the bytes that files take up, with the source that is stored until the last of them is made. */
export function sumBytes(files: readonly UploadFile[], source: Buffer | null): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, source?.length ?? 0)
}
