// Partial updates apply only to the revision that the client has read. If the entity was changed since then, the update
// is rejected.
import { createHash } from 'node:crypto'
import type { RevisionConflict } from '@linkshelf/contract'
import { fail } from './app-error.ts'

/**
 * Computes the revision of an entity: 128 bits of a digest over its fields. It is computed from the fields that are
 * read, so no write can forget to change it. If a change is undone, the earlier revision returns.
 */
export function computeRevision(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

/**
 * Returns the patch without its revision. The caller must lock the entity until the transaction ends, so that the
 * second of two concurrent changes to one revision fails. Throws REVISION_OUTDATED, with the stored and the submitted
 * values, if the entity was changed since the revision was read.
 */
export function requireRevision<Patch extends { revision: string }>(
  present: { revision: string },
  { revision, ...yours }: Patch,
): Omit<Patch, 'revision'> {
  if (revision !== present.revision) fail('REVISION_OUTDATED', { theirs: present, yours } satisfies RevisionConflict)
  return yours
}
