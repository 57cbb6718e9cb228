import { dashboardSessionPaths } from '@linkshelf/contract'
import { createFormBrowser, type Page } from './form-browser.ts'

export interface Account {
  email: string
  password: string
  fullName: string
}

/**
 * Signs up through the same pages as a user. If the account exists, signs in instead. Returns the access token that the
 * dashboard's cookie has.
 */
export async function fetchAccessToken(appUrl: string, account: Account): Promise<string> {
  const browser = createFormBrowser()
  const callback = `${appUrl}/callback`
  const { location } = JSON.parse((await browser.open(`${appUrl}${dashboardSessionPaths.start}`)).html) as { location: string }
  const signInPage = await browser.open(location, { stopAt: callback })
  const signUpPage = await browser.open(new URL(findSignUpLink(signInPage), signInPage.url).href)
  const { email, password, fullName } = account
  // If the account exists and the password is right, the same form signs in.
  const end = await browser.submit(signUpPage, { email, password, full_name: fullName }, callback)
  if (!end.url.searchParams.has('code'))
    throw new Error(`The account ${email} could not be created: the sign-up ended at ${end.url.pathname} with ${end.status}`)

  await browser.open(`${appUrl}${dashboardSessionPaths.complete}`, { form: Object.fromEntries(end.url.searchParams) })
  const token = [...browser.cookies].find(([name]) => name.endsWith('linkshelf-access'))?.[1]
  if (token === undefined) throw new Error(`The sign-in of ${email} could not be completed`)
  return token
}

function findSignUpLink(page: Page): string {
  const link = /href="([^"]*\/auth\/signup[^"]*)"/.exec(page.html)?.[1]
  if (link === undefined) throw new Error(`There is no sign-up link on ${page.url}`)
  return link.replaceAll('&amp;', '&')
}
