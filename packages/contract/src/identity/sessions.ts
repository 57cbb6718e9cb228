import { z } from 'zod'
import { deviceKinds } from '../analytics/device-kinds.ts'
import { call, instant } from '../call.ts'
import { sessionId, uuid } from '../ids.ts'
import { signInMethod } from './sign-in-methods.ts'
import { signIn, signInRetentionDays } from './sign-ins.ts'

export const sessionMessages = {
  loadFailed: 'Your sessions could not be loaded',
  revoked: 'Session signed out',
  revokedOthers: 'Signed out everywhere else',
  revokeFailed: 'The session could not be signed out',
} as const

const dayMs = 24 * 60 * 60_000

/** A session ends this long after its sign-in, however often it is used. */
export const sessionLifetimeMs = 30 * dayMs

/** A session ends if its tokens were not renewed for this long. */
export const sessionIdleMs = 14 * dayMs

/** A place where the user is signed in. A field is null if the browser and the IP address don't reveal it. */
export const session = z.object({
  session_id: uuid,
  device: z.enum(deviceKinds).nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  country: z.string().nullable(), // ISO 3166-1, two letters
  methods: z.array(signInMethod), // how the user signed in
  signed_in_at: instant,
  last_used_at: instant, // the last time its tokens were renewed
  current: z.boolean(), // the session that this call is made in
})

export const sessions = {
  list: call({
    method: 'GET',
    path: '/v1/me/sessions',
    summary: 'The places where you are signed in, most recently used first',
    isForUsersOnly: true,
  }).output(z.array(session)),
  revoke: call({
    method: 'DELETE',
    path: '/v1/me/sessions/{sessionId}',
    successStatus: 204,
    summary: 'Sign a session out; within a second its access token works nowhere',
    isForUsersOnly: true,
  })
    .input(z.object({ params: z.object({ sessionId }) }))
    .output(z.void()),
  listSignIns: call({
    method: 'GET',
    path: '/v1/me/sign-ins',
    summary: `Your sign-ins of the last ${signInRetentionDays} days and the attempts that failed, newest first`,
    isForUsersOnly: true,
  }).output(z.array(signIn)),
  revokeOthers: call({
    method: 'DELETE',
    path: '/v1/me/sessions',
    successStatus: 204,
    summary: 'Sign out every session but the one that this call is made in',
    isForUsersOnly: true,
  }).output(z.void()),
}

export type Session = z.infer<typeof session>
