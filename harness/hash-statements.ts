import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 hash of a migration's statements. After a release, only a migration's comments may be changed.
 */
export function hashStatements(migration: string): string {
  const statements = migration
    .split('\n')
    .map((line) => line.replace(/--.*$/, '').trimEnd())
    .filter((line) => line !== '')
  return createHash('sha256').update(statements.join('\n')).digest('hex')
}
