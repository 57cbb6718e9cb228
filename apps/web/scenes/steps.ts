import type { Page } from 'playwright-core'

/** Presses a button, then one in the dialog that it opens. */
export function press(name: string, nameInDialog?: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name, exact: true }).first().click()
    if (nameInDialog !== undefined) await confirm(page, nameInDialog)
  }
}

/** Presses a button of the open dialog. */
export async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}
