import { z } from 'zod'
import { deviceKinds } from '../analytics/device-kinds.ts'
import { instant } from '../call.ts'
import { uuid } from '../ids.ts'
import { signInMethod } from './sign-in-methods.ts'

export const signInHistoryMessages = { loadFailed: 'Your sign-ins could not be loaded' } as const

/** How long a sign-in is listed, in days. */
export const signInRetentionDays = 90

export const signInResults = ['signed_in', 'wrong_password', 'wrong_code', 'disabled'] as const

/**
 * A sign-in of the user, or an attempt that failed. A field is null if the browser and the IP address don't reveal it.
 */
export const signIn = z.object({
  sign_in_id: uuid,
  at: instant,
  result: z.enum(signInResults),
  methods: z.array(signInMethod), // what was entered, in this order
  device: z.enum(deviceKinds).nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  country: z.string().nullable(), // ISO 3166-1, two letters
})

export type SignIn = z.infer<typeof signIn>
export type SignInResult = SignIn['result']
