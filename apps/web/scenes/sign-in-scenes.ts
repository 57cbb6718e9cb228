import { dashboardClientId, issuerPath, signInMessages } from '@linkshelf/contract'
import { internalError, noReply } from '../test/api-answers.ts'
import type { Scenes } from './scene.ts'

const provider = `GET ${issuerPath}/.well-known/openid-configuration`
const expired = { expires_at: 0 }

/** Returns the stored state of a started sign-in. With this state, the dashboard accepts the provider's response. */
function startedSignIn(origin: string): Record<string, object> {
  const state = {
    id: 'a-state',
    created: 0,
    request_type: 'si:r',
    code_verifier: 'a-verifier',
    authority: `${origin}${issuerPath}`,
    client_id: dashboardClientId,
    redirect_uri: `${origin}/callback`,
    scope: 'openid',
    response_mode: 'query',
  }
  return { 'oidc.a-state': state }
}

export const signInScenes: Scenes = {
  screen: 'sign-in',
  address: '/sign-in',
  title: 'Sign in · Linkshelf',
  states: [
    { name: 'signing in', session: null, answers: { [provider]: noReply }, shows: ['status'], says: [signInMessages.signingIn] },
    {
      name: 'provider unreachable',
      session: null,
      answers: { [provider]: internalError },
      shows: ['button', signInMessages.signIn],
      says: [signInMessages.required],
    },
    {
      name: 'loading',
      title: 'Linkshelf',
      address: '/links',
      session: expired,
      answers: { [provider]: noReply },
      shows: ['status'],
      says: [signInMessages.loading],
    },
    {
      name: 'redirecting to login',
      address: '/links',
      session: null,
      answers: { [provider]: noReply },
      shows: ['status'],
      says: [signInMessages.redirecting],
    },
    {
      name: 'expired session',
      address: '/links',
      session: { ...expired, refresh_token: undefined },
      answers: { [provider]: noReply },
      shows: ['status'],
      says: [signInMessages.redirecting, 'Your session has expired. Please sign in again.'],
    },
    {
      name: 'sign-in needed',
      address: '/links',
      session: null,
      answers: { [provider]: internalError },
      shows: ['heading', signInMessages.required],
      says: [signInMessages.signIn],
    },
    {
      name: 'other address',
      address: '/links?search=lamp',
      session: null,
      answers: { [provider]: () => ({ issuer: `https://shelf.example${issuerPath}` }) },
      shows: ['heading', 'Sign in at another address'],
      says: ['Open shelf.example', /^Do you run this server\?/],
    },
    {
      name: 'completing',
      title: 'Completing sign in · Linkshelf',
      address: '/callback?code=a-code&state=a-state',
      session: null,
      stored: startedSignIn,
      answers: { [provider]: noReply },
      shows: ['status'],
      says: [signInMessages.completing],
    },
    {
      name: 'authentication failed',
      title: 'Authentication failed · Linkshelf',
      address: '/callback?error=access_denied&state=unknown',
      session: null,
      shows: ['heading', signInMessages.failed],
      says: [signInMessages.continue],
    },
    {
      name: 'no such page',
      address: '/no-such-page',
      title: 'Page not found · Linkshelf',
      shows: ['heading', 'Oops! Page not found'],
      says: ['Return to Home'],
    },
  ],
}
