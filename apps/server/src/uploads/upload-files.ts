import { createHash } from 'node:crypto'
import { formatMediaFileName, type MediaFormat } from '@linkshelf/contract'
import type { OrganizationContext } from '../access/index.ts'
import type { EncodedFile } from './images/encode-in-child.ts'
import type { UploadFile, UploadRow } from './upload-table.ts'

/**
 * Increment this version whenever the same source becomes different files, because the file at an address must never
 * change.
 */
const encodingVersion = 1

/**
 * Returns an upload's digest, which depends on its source and its organization. Because two organizations' digests of
 * one source differ, an address does not show what others have uploaded.
 */
export function digestUpload({ organization }: OrganizationContext, purpose: UploadRow['purpose'], source: Buffer | string): string {
  const head = JSON.stringify([encodingVersion, organization.id, purpose])
  return createHash('sha256').update(head).update(source).digest('base64url').slice(0, 27)
}

export function toUploadFiles(images: readonly EncodedFile[], format: MediaFormat): UploadFile[] {
  return images.map(({ width, height, bytes }) => ({ name: formatMediaFileName({ width, height }, format), bytes }))
}

/** Returns the stored bytes: the files, and the source, which is stored until the last file is created. */
export function sumBytes(files: readonly UploadFile[], source: Buffer | null): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, source?.length ?? 0)
}
