import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hasEqualBytes } from '../../platform/has-equal-bytes.ts'

// A sign-in begins in a browser and must end in the same browser, otherwise an attacker could sign a user in to the
// attacker's account. The browser has a secret in a cookie. A keyed hash ties each authorization request to the secret,
// so several tabs can sign in at once, and the server stores nothing.

/** What an authorization request sends. */
export interface SignInFlow {
  state: string
  codeChallenge: string
}

export function createBrowserSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isBrowserSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text)
}

export function createSignInFlow(browserSecret: string): SignInFlow {
  const id = randomBytes(16).toString('base64url')
  const codeChallenge = createHash('sha256').update(deriveVerifier(browserSecret, id)).digest('base64url')
  return { state: `${id}.${sign(browserSecret, id)}`, codeChallenge }
}

/** Returns the PKCE verifier of a sign-in. Returns undefined if it did not begin in the browser with this secret. */
export function findVerifier(browserSecret: string | undefined, state: string): string | undefined {
  const [id = '', signature = ''] = state.split('.')
  if (!isBrowserSecret(browserSecret) || !hasEqualBytes(Buffer.from(signature), Buffer.from(sign(browserSecret, id)))) return undefined
  return deriveVerifier(browserSecret, id)
}

function deriveVerifier(browserSecret: string, id: string): string {
  return hash(browserSecret, `verifier ${id}`)
}

function sign(browserSecret: string, id: string): string {
  return hash(browserSecret, `state ${id}`)
}

function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
