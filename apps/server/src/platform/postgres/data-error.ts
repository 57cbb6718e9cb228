import pg from 'pg'

/**
 * The classes of errors about values, see "PostgreSQL Error Codes": a value that its column can't have, or one that is
 * too large. The same statement fails again.
 */
const dataErrors = /^(?:22...|23502|23514|54...)$/

/** Returns whether PostgreSQL rejected the values of a statement, and not the moment or the connection. */
export function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && dataErrors.test(error.code ?? '')
}
