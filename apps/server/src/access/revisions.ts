// Changes of some fields by someone who has read a thing: they apply to the revision that was read, and to no other.
import { createHash } from 'node:crypto'
import type { RevisionConflict } from '@linkshelf/contract'
import { fail } from './app-error.ts'

/**
 * Returns the revision of a thing with these fields: 128 bits of a digest. It is computed from what is read, so that no
 * write can forget to change it, and a change that is undone restores it.
 */
export function computeRevision(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

/**
 * Returns the fields to change. `present` is locked until the transaction ends, so that of two changes of one revision
 * the second fails. Throws REVISION_OUTDATED, with both values, when it was changed since the revision was read.
 */
export function requireRevision<Patch extends { revision: string }>(
  present: { revision: string },
  { revision, ...yours }: Patch,
): Omit<Patch, 'revision'> {
  if (revision !== present.revision) fail('REVISION_OUTDATED', { theirs: present, yours } satisfies RevisionConflict)
  return yours
}
