import { createHash, randomBytes } from 'node:crypto'
import { dashboardClientId, dashboardScope, issuerPath } from '@linkshelf/contract'
import { createFormBrowser, type Page } from './form-browser.ts'

export interface Account {
  email: string
  password: string
  fullName: string
}

/**
 * Signs up through the same pages as a user. If the account exists, signs in instead. Returns an access token for the
 * API.
 */
export async function fetchAccessToken(appUrl: string, account: Account): Promise<string> {
  const browser = createFormBrowser()
  const verifier = randomBytes(32).toString('base64url')
  const callback = `${appUrl}/callback`
  const query = new URLSearchParams({
    client_id: dashboardClientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: dashboardScope,
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
  })

  const signInPage = await browser.open(`${appUrl}${issuerPath}/auth?${query}`, { stopAt: callback })
  const signUpPage = await browser.open(new URL(findSignUpLink(signInPage), signInPage.url).href)
  const { email, password, fullName } = account
  // If the account exists and the password is right, the same form signs in.
  const end = await browser.submit(signUpPage, { email, password, full_name: fullName }, callback)
  const code = end.url.searchParams.get('code')
  if (code === null)
    throw new Error(`The account ${email} could not be created: the sign-up ended at ${end.url.pathname} with ${end.status}`)

  const response = await fetch(`${appUrl}${issuerPath}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: dashboardClientId,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    }),
  })
  const tokens = (await response.json()) as { access_token?: string; error_description?: string }
  if (tokens.access_token === undefined) throw new Error(`No token was issued: ${tokens.error_description}`)
  return tokens.access_token
}

function findSignUpLink(page: Page): string {
  const link = /href="([^"]*\/auth\/signup[^"]*)"/.exec(page.html)?.[1]
  if (link === undefined) throw new Error(`There is no sign-up link on ${page.url}`)
  return link.replaceAll('&amp;', '&')
}
