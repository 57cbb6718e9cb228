/** What the dashboard and the identity provider agree on. */
export const dashboardClientId = 'linkshelf-dashboard'

/** Scopes the dashboard asks for; offline_access brings the refresh token. */
export const dashboardScope = 'openid profile email offline_access'

/** The issuer lives under this path of the app's origin; `resource` of a token is the origin plus `apiPath`. */
export const issuerPath = '/oidc'
export const apiPath = '/v1'

/** A token is renewed when it has less than this left. */
export const refreshThresholdMs = 5 * 60_000

export const signInMessages = {
  loading: 'Loading...',
  redirecting: 'Redirecting to login...',
  required: 'Please sign in to continue',
  signIn: 'Sign In',
  signingIn: 'Signing in...',
  completing: 'Completing sign in...',
  failed: 'Authentication failed',
  goOn: 'Continue',
} as const

export const passwordMinLength = 6
