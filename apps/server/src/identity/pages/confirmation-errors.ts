import { AppError } from '../../access/index.ts'
import type { PageStatus } from './auth-site.ts'
import type { FieldErrors } from './form-fields.ts'

/**
 * Returns the errors at the fields of a form on which a signed-in user confirms who they are, and the status of the
 * page. Throws every other error.
 */
export function toConfirmationErrors(error: unknown): [FieldErrors, PageStatus] {
  if (!(error instanceof AppError)) throw error
  switch (error.code) {
    case 'CODE_WRONG':
    case 'SECOND_FACTOR_REQUIRED':
      return [{ code: error.message }, 422]
    case 'PASSWORD_WRONG':
      return [{ password: error.message }, 422]
    case 'REAUTHENTICATION_REQUIRED':
      return [{ password: 'Enter your password to confirm who you are.' }, 422]
    case 'PASSKEY_REJECTED':
      return [{ form: error.message }, 422]
    case 'TOO_MANY_REQUESTS':
      return [{ form: error.message }, 429]
    default:
      throw error
  }
}
