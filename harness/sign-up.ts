import type { Page } from 'playwright-core'

export async function waitForText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor()
}

export const password = 'otters like cold water'

/** Creates an account and waits for its dashboard. */
export async function signUp(page: Page, appUrl: string, email: string): Promise<void> {
  await page.goto(appUrl)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Mia Reed')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}
