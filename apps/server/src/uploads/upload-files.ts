import { createHash } from 'node:crypto'
import { type MediaFormat, mediaFileName, uploadSpaceMessage } from '@linkshelf/contract'
import { fail, type OrganizationContext, type ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { EncodedFile } from './images/encode-in-child.ts'
import { sumStoredBytes, type UploadFile, type UploadRow } from './upload-table.ts'

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

/**
 * Checks that the files fit into the space of the plan. The caller has locked the uploads of the organization. Throws
 * UPLOAD_SPACE_EXHAUSTED.
 */
export async function requireUploadQuota(tx: Tx, ctx: ProjectContext, files: readonly UploadFile[]): Promise<void> {
  const { uploadBytes } = ctx.entitlements
  const added = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if ((await sumStoredBytes(tx, ctx)) + added > uploadBytes)
    fail('UPLOAD_SPACE_EXHAUSTED', { limit_bytes: uploadBytes }, uploadSpaceMessage(uploadBytes))
}
