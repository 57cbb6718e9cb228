import pg from 'pg'

/**
 * Codes of errors about values (see "PostgreSQL Error Codes"): a value that its column can't have, or a value that is
 * too large. If the statement is repeated, it fails again.
 */
const dataErrors = /^(?:22...|23502|23514|54...)$/

/**
 * Returns whether PostgreSQL rejected the values of a statement. False if the cause is temporary, such as a lost
 * connection.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && dataErrors.test(error.code ?? '')
}
