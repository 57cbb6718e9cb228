import { createHash, randomBytes } from 'node:crypto'
import { dashboardClientId, dashboardScope, issuerPath } from '@linkshelf/contract'
import { makePageVisitor, type Page } from './page-visitor.ts'

export interface Account {
  email: string
  password: string
  fullName: string
}

/** Signs up through the pages a person would use; signs in instead when the account exists. Gives back an access token for the API. */
export async function accessTokenOf(appUrl: string, account: Account): Promise<string> {
  const visitor = makePageVisitor()
  const verifier = randomBytes(32).toString('base64url')
  const callback = `${appUrl}/callback`
  const question = new URLSearchParams({
    client_id: dashboardClientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: dashboardScope,
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
  })

  const signInPage = await visitor.open(`${appUrl}${issuerPath}/auth?${question}`, { stopAt: callback })
  const signUpPage = await visitor.open(new URL(signUpLink(signInPage), signInPage.url).href)
  const { email, password, fullName } = account
  // Whoever gives the right password of an account that exists is signed in by the same form.
  const end = await visitor.submit(signUpPage, { email, password, full_name: fullName }, callback)
  const code = end.url.searchParams.get('code')
  if (code === null)
    throw new Error(`The account ${email} could not be opened: the sign-up ended at ${end.url.pathname} with ${end.status}`)

  const answer = await fetch(`${appUrl}${issuerPath}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: dashboardClientId,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    }),
  })
  const tokens = (await answer.json()) as { access_token?: string; error_description?: string }
  if (tokens.access_token === undefined) throw new Error(`No token was given: ${tokens.error_description}`)
  return tokens.access_token
}

function signUpLink(page: Page): string {
  const link = /href="([^"]*\/auth\/signup[^"]*)"/.exec(page.html)?.[1]
  if (link === undefined) throw new Error(`There is no way to sign up on ${page.url}`)
  return link.replaceAll('&amp;', '&')
}
