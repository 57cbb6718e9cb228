import type { Session, SignInMethod } from '@linkshelf/contract'

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns "Firefox on Linux", or the part of it that is known. */
export function formatSessionName({ browser, os }: Pick<Session, 'browser' | 'os'>): string {
  if (browser !== null && os !== null) return `${browser} on ${os}`
  return browser ?? os ?? 'Unknown device'
}

/** Returns the country in words. The country is null for addresses of private networks. */
export function formatSessionPlace({ country }: Pick<Session, 'country'>): string {
  return country === null ? 'Unknown location' : (countries.of(country) ?? country)
}

const methodNames: Record<SignInMethod, string> = {
  password: 'Password',
  passkey: 'Passkey',
  totp: 'authenticator code',
  recovery_code: 'recovery code',
  provider: 'Company account',
  operator_link: 'Link by the operator',
}

/** Returns how a user signed in, for example "Password and authenticator code". */
export function formatSignInMethods(methods: readonly SignInMethod[]): string {
  return methods.map((method) => methodNames[method]).join(' and ')
}
