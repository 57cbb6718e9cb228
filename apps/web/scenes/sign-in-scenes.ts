import { dashboardSessionPaths, issuerPath, signInMessages, signInRequiredMessage } from '@linkshelf/contract'
import { errorReply, internalError, noReply } from '../test/api-answers.ts'
import type { Scenes } from './scene.ts'

const start = `GET ${dashboardSessionPaths.start}`
const renew = `POST ${dashboardSessionPaths.renew}`
const expired = { expiresAtMs: 0 }

export const signInScenes: Scenes = {
  screen: 'sign-in',
  address: '/sign-in',
  title: 'Sign in · Linkshelf',
  states: [
    { name: 'signing in', session: null, answers: { [start]: noReply }, shows: ['status'], says: [signInMessages.signingIn] },
    {
      name: 'provider unreachable',
      session: null,
      answers: { [start]: internalError },
      shows: ['button', signInMessages.signIn],
      says: [signInMessages.required],
    },
    {
      name: 'loading',
      title: 'Linkshelf',
      address: '/links',
      session: expired,
      answers: { [renew]: noReply },
      shows: ['status'],
      says: [signInMessages.loading],
    },
    {
      name: 'redirecting to login',
      address: '/links',
      session: null,
      answers: { [start]: noReply },
      shows: ['status'],
      says: [signInMessages.redirecting],
    },
    {
      name: 'expired session',
      address: '/links',
      session: expired,
      answers: { [renew]: () => errorReply(401, 'SIGN_IN_REQUIRED', signInRequiredMessage), [start]: noReply },
      shows: ['status'],
      says: [signInMessages.redirecting, 'Your session has expired. Please sign in again.'],
    },
    {
      name: 'sign-in needed',
      address: '/links',
      session: null,
      answers: { [start]: internalError },
      shows: ['heading', signInMessages.required],
      says: [signInMessages.signIn],
    },
    {
      name: 'other address',
      address: '/links?search=lamp',
      session: null,
      answers: { [start]: () => ({ location: `https://shelf.example${issuerPath}/auth` }) },
      shows: ['heading', 'Sign in at another address'],
      says: ['Open shelf.example', /^Do you run this server\?/],
    },
    {
      name: 'completing',
      title: 'Completing sign in · Linkshelf',
      address: '/callback?code=a-code&state=a-state',
      session: null,
      answers: { [`POST ${dashboardSessionPaths.complete}`]: noReply },
      shows: ['status'],
      says: [signInMessages.completing],
    },
    {
      name: 'authentication failed',
      title: 'Authentication failed · Linkshelf',
      address: '/callback?error=access_denied&state=unknown',
      session: null,
      answers: { [`POST ${dashboardSessionPaths.complete}`]: () => errorReply(401, 'SIGN_IN_REQUIRED', signInRequiredMessage) },
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
