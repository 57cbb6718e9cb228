const minute = 60
const day = 24 * 60 * minute

/**
 * In seconds. A refresh token and its successors end 30 days after the sign-in, a session 30 days after its last use; a grant outlives both, so
 * that it never cuts a token short.
 */
export const lifetimes = {
  accessToken: 10 * minute,
  code: minute,
  interaction: 60 * minute,
  session: 30 * day,
  refreshToken: 30 * day,
  grant: 60 * day,
}
