import type { UserId } from '../ids.ts'

/** The client id at the identity provider with which the API signs users of the dashboard in. */
export const dashboardClientId = 'linkshelf-api'

/** The requested scopes. With `offline_access`, the identity provider also returns a refresh token. */
export const dashboardScope = 'openid profile email offline_access'

/** The path of the issuer on the app's origin. The audience of a token is the origin plus `apiPath`. */
export const issuerPath = '/oidc'

/** The page on which users change their name and email address. */
export const accountPath = '/auth/account'
/** The part of the page about passkeys and two-step sign-in. */
export const passkeysAnchor = `${accountPath}#passkeys-heading`
/** The page on which signed-in users confirm who they are. */
export const confirmUserPath = `${accountPath}/confirm`
/** The hash of the dashboard's address after the user confirmed at another identity provider. */
export const confirmedHash = '#confirmed'
/** The page on which users turn two-step sign-in on and off. */
export const secondFactorPath = `${accountPath}/two-step`
export const apiPath = '/v1'

/**
 * The requests by which the dashboard signs in, renews its session and signs out. The tokens of the session are cookies
 * that scripts can't read.
 */
export const dashboardSessionPaths = {
  start: '/auth/start',
  complete: '/auth/complete',
  renew: '/auth/renew',
  signOut: '/auth/sign-out',
} as const

/** The response to a completed sign-in and to a renewal. */
export interface DashboardSession {
  user_id: UserId
  /** The number of seconds until the access token expires. */
  expires_in: number
}

/**
 * A header that the dashboard sends with each request to the API. Without the header, the API ignores cookies. Pages of
 * other sites can't send the header, because the API allows it to no other origin.
 */
export const dashboardHeader = 'x-linkshelf-dashboard'

/** The dashboard refreshes its tokens if they expire within this time. */
export const refreshThresholdMs = 5 * 60_000

/** After sign-in, the address that the user had requested is opened if they requested it at most this long ago. */
export const requestedAddressMaxAgeMs = 10 * 60_000

/**
 * A parameter of the authorization request. It says why the user has to sign in: the session has expired, or an earlier
 * release stored its tokens in the browser's storage.
 */
export const signInReason = { parameter: 'reason', sessionExpired: 'session-expired', tokensMoved: 'tokens-moved' } as const

export const signInMessages = {
  loading: 'Loading...',
  redirecting: 'Redirecting to login...',
  required: 'Please sign in to continue',
  signIn: 'Sign In',
  signingIn: 'Signing in...',
  completing: 'Completing sign in...',
  failed: 'Authentication failed',
  continue: 'Continue',
} as const

/** Who can create an account: everyone, users with a pending invitation, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** The path of the terms on the app's origin, unless the operator configures another address. */
export const termsPath = '/terms'
/** The path of the privacy page on the app's origin, unless the operator configures another address. */
export const privacyPath = '/privacy'
