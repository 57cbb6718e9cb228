import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 hash of a migration's statements. Ignores comments, because only the comments of a migration may
 * be changed after its release.
 */
export function hashStatements(migration: string): string {
  const statements = migration
    .split('\n')
    .map((line) => line.replace(/--.*$/, '').trimEnd())
    .filter((line) => line !== '')
  return createHash('sha256').update(statements.join('\n')).digest('hex')
}
