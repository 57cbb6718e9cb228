/**
 * The default minimum length of a new password in code points. It is also the lowest minimum that an operator can set
 * with `PASSWORD_MIN_LENGTH`.
 */
export const passwordMinLength = 6

/**
 * Maximum length of the text that is hashed. The server decides whether it accepts a password. If not, it responds with
 * PASSWORD_REJECTED.
 */
export const passwordMaxInput = 1_000
