import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { describeCookie } from '../describe-cookie.ts'
import type { SignInSecrets } from '../provider-clients/provider-client.ts'
import type { ProviderIdentity } from '../provider-clients/provider-identity.ts'
import type { AuthSite, PageContext } from './auth-site.ts'

/** A sign-in that has begun at another identity provider. */
interface StartedSignIn {
  kind: 'started'
  /** The provider's key. */
  key: string
  secrets: SignInSecrets
  /** The name of the page that follows; empty for the dashboard. */
  to: string
  /** The token of the invitation from which the user came; empty if there is none. */
  invitation: string
}

/** A signed-in user signs in at another identity provider again, to confirm who they are. */
interface ConfirmingSignIn {
  kind: 'confirming'
  key: string
  secrets: SignInSecrets
  /** The session in which the user confirms. */
  sessionUid: string
  /** The path that follows. */
  next: string
}

/** A sign-in whose user has to prove that the account with the same address is theirs. */
interface JoiningSignIn {
  kind: 'joining'
  key: string
  identity: ProviderIdentity
  /** The address of the account. */
  email: string
  to: string
}

export type ProviderCookie = StartedSignIn | ConfirmingSignIn | JoiningSignIn

/** How long a user can take to sign in at a provider, or to prove that an account is theirs. */
const lifetimeMs = 15 * 60_000
/** Browsers drop a cookie if its name, value and attributes exceed 4,096 bytes. */
const maxLength = 3_800

/** `Lax` because the browser comes back from another site. */
const describeProviderCookie = (appOrigin: string) => describeCookie(appOrigin, 'provider', 'Lax')

/**
 * Stores an unfinished sign-in in the browser, and nothing on the server, because anyone can begin any number of
 * sign-ins. Only the browser that began a sign-in can finish it. Throws if the content is too long for a cookie.
 */
export function writeProviderCookie({ deps }: AuthSite, context: PageContext, content: ProviderCookie): void {
  const text = deps.signedValues.sign(content, lifetimeMs)
  if (text.length > maxLength) throw new Error('The sign-in is too long for a cookie')
  const { name, options } = describeProviderCookie(deps.origins.app)
  setCookie(context, name, text, { ...options, maxAge: lifetimeMs / 1_000 })
}

/** Returns the browser's unfinished sign-in of this kind. */
export function readProviderCookie<K extends ProviderCookie['kind']>(
  { deps }: AuthSite,
  context: PageContext,
  kind: K,
): Extract<ProviderCookie, { kind: K }> | undefined {
  const content = deps.signedValues.read(getCookie(context, describeProviderCookie(deps.origins.app).name)) as ProviderCookie | undefined // signed by us
  return content?.kind === kind ? (content as Extract<ProviderCookie, { kind: K }>) : undefined
}

export function deleteProviderCookie({ deps }: AuthSite, context: PageContext): void {
  const { name, options } = describeProviderCookie(deps.origins.app)
  deleteCookie(context, name, options)
}
