import { getCookie, setCookie } from 'hono/cookie'
import { describeCookie } from '../describe-cookie.ts'
import { challengeMs } from '../passkey-challenges.ts'
import { createSignInOptions } from '../passkeys/sign-in-with-passkey.ts'
import type { PasskeyForm } from './auth-forms.ts'
import type { AuthSite, PageContext } from './auth-site.ts'
import { passkeySignInForm } from './passkey-forms.ts'

/**
 * Returns the button of the sign-in page. Marks the browser by a cookie with a random id, because a challenge is only
 * for one browser. Returns undefined if this site has no passkeys.
 */
export function offerPasskey({ deps }: AuthSite, context: PageContext, destination = ''): PasskeyForm | undefined {
  const { name, options } = describeBrowserCookie(deps.origins.app)
  const browserId = getCookie(context, name) ?? deps.ids.next()
  const request = createSignInOptions(deps, browserId)
  if (request === undefined) return undefined
  setCookie(context, name, browserId, { ...options, maxAge: challengeMs / 1_000 })
  return passkeySignInForm(request, destination)
}

/** Returns the name and the attributes of the cookie that marks a browser. */
export function describeBrowserCookie(appOrigin: string): ReturnType<typeof describeCookie> {
  return describeCookie(appOrigin, 'passkey', 'Strict')
}
