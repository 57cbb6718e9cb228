import { createHash } from 'node:crypto'

/** The SHA-256 of a migration's statements: its comments may be reworded after a release, and nothing else. */
export function hashStatements(migration: string): string {
  const statements = migration
    .split('\n')
    .map((line) => line.replace(/--.*$/, '').trimEnd())
    .filter((line) => line !== '')
  return createHash('sha256').update(statements.join('\n')).digest('hex')
}
