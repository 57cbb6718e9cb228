import { createHash } from 'node:crypto'
import type { OrganizationContext } from '../access/index.ts'
import type { UploadRow } from './upload-table.ts'

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
