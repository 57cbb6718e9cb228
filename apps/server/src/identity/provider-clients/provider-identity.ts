import type { ProviderSettings } from './provider-settings.ts'

/** A user of another identity provider, as the provider describes the user at a sign-in. */
export interface ProviderIdentity {
  issuer: string
  /** The user's id at the issuer. It never changes, unlike the email address. */
  subject: string
  /** Undefined if the provider sent no address. */
  email: string | undefined
  /** Whether the provider says that the address belongs to the user. */
  isEmailVerified: boolean
  fullName: string | undefined
  /** The id of the session at the provider, which a back-channel logout names. */
  sid: string | undefined
  /** The user's groups. Empty if no groups claim is configured. */
  groups: readonly string[]
}

type Claims = Readonly<Record<string, unknown>>

/** Maps the claims of an id token, and the claims of the userinfo endpoint, to an identity. */
export function toProviderIdentity(
  idToken: Claims & { iss: string; sub: string },
  claims: Claims,
  settings: ProviderSettings,
): ProviderIdentity {
  const { email, email_verified, name, given_name, family_name } = claims
  const parts = [toText(given_name), toText(family_name)].filter((part) => part !== undefined)
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: toText(email),
    // Some providers send the text "true".
    isEmailVerified: email_verified === true || email_verified === 'true',
    fullName: toText(name) ?? toText(parts.join(' ')),
    sid: toText(idToken.sid),
    groups: settings.groups === undefined ? [] : toTexts(claims[settings.groups.claim]),
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Some providers send a single group as a text instead of a list. */
function toTexts(value: unknown): string[] {
  return [value].flat().flatMap((each) => toText(each) ?? [])
}

/** Whether the provider's settings accept the address of the user. */
export function isAllowedAddress({ emailDomains }: ProviderSettings, { email = '', isEmailVerified }: ProviderIdentity): boolean {
  if (emailDomains.length === 0) return true
  return isEmailVerified && emailDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
