/**
 * The default minimum length of a new password in code points. It is also the lowest minimum that an operator can set
 * with `PASSWORD_MIN_LENGTH`.
 */
export const passwordMinLength = 6

/**
 * Maximum length of a password in a request, and so of the text that is hashed. The server checks more rules, and
 * responds with PASSWORD_REJECTED if it does not accept a password.
 */
export const passwordMaxInput = 1_000
