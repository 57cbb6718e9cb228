/**
 * The default minimum length of a new password in code points. It is also the lowest minimum that an operator can set
 * with `PASSWORD_MIN_LENGTH`.
 */
export const passwordMinLength = 6

/**
 * Limits the text that is hashed. Whether a password is accepted is decided by the server, which rejects it with
 * PASSWORD_REJECTED.
 */
export const passwordMaxInput = 1_000
