// The answers of authenticators, as forms send them: the JSON of WebAuthn level 3, section 5.1, in one field.
import { type PasskeyAssertion, passkeyAssertion, passkeyBytes, passkeyTransports } from '@linkshelf/contract'
import { z } from 'zod'

const registration = z.object({
  id: passkeyBytes,
  rawId: passkeyBytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: passkeyBytes,
    attestationObject: passkeyBytes,
    // A later browser may know more ways to reach an authenticator. Then none is stored, and a browser tries them all.
    transports: z.array(z.enum(passkeyTransports)).catch([]),
  }),
})

/** Parses the text of a new passkey. Returns undefined if the text is something else. */
export function parseRegistration(text: string): z.infer<typeof registration> | undefined {
  return registration.safeParse(parseJson(text)).data
}

/** Parses the text of an answer to a challenge. Returns undefined if the text is something else. */
export function parseAssertion(text: string): PasskeyAssertion | undefined {
  return passkeyAssertion.safeParse(parseJson(text)).data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
