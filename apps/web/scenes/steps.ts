import type { Page } from 'playwright-core'

/** Clicks a button, and then a button in the dialog that it opens. */
export function press(name: string, nameInDialog?: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name, exact: true }).first().click()
    if (nameInDialog !== undefined) await confirm(page, nameInDialog)
  }
}

/** Clicks a button in the open dialog. */
export async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}
