// What a browser and an authenticator exchange, in the JSON of WebAuthn level 3, section 5.1.
import { z } from 'zod'
import * as mini from 'zod/mini'

/** How a browser reaches an authenticator. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export type PasskeyTransport = (typeof passkeyTransports)[number]

/** Bytes of an authenticator in base64url. */
export const passkeyBytes = mini.string().check(mini.maxLength(10_000), mini.regex(/^[\w-]+$/))

/** The answer of a passkey to a challenge. */
export const passkeyAssertion = mini.object({
  id: passkeyBytes,
  rawId: passkeyBytes,
  type: mini.literal('public-key'),
  response: mini.object({
    clientDataJSON: passkeyBytes,
    authenticatorData: passkeyBytes,
    signature: passkeyBytes,
    userHandle: mini.nullish(passkeyBytes),
  }),
})

/** What a browser needs to ask for a passkey. Without `allowCredentials`, any passkey of the site may answer. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z
    .array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(passkeyTransports)) }))
    .optional(),
})

export type PasskeyAssertion = mini.infer<typeof passkeyAssertion>
export type PasskeyRequest = z.infer<typeof passkeyRequest>
