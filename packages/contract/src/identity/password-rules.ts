/**
 * The default minimum length of a new password in code points, and the lowest minimum that an operator can set with
 * `PASSWORD_MIN_LENGTH`.
 */
export const passwordMinLength = 6

/** Limits what is hashed. The server decides which passwords are accepted, with PASSWORD_REJECTED. */
export const passwordMaxInput = 1_000
