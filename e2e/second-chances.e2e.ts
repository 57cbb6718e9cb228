import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf, type SharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { signUp, waitForText } from '../harness/sign-up.ts'

let instance: SharedLinkshelf
let chromium: OpenBrowser

beforeAll(async () => {
  instance = await getSharedLinkshelf()
  chromium = await openBrowser()
})

afterAll(() => chromium[Symbol.asyncDispose]())

/** Chooses a file in the open dialog "Import Links", imports it, and waits until its links are shown. */
async function importFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await dialog.getByRole('button', { name: /^Import \d+ links?$/ }).click()
  await dialog.getByRole('link', { name: 'Show links', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Returns the status of a visit to a short name. */
async function visit(slug: string): Promise<number> {
  const { status } = await fetch(`${instance.linksUrl}/${slug}`, { redirect: 'manual' })
  return status
}

it('undoes an import with a wrong destination, and imports the corrected file with the same short names', async () => {
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  await signUp(page, instance.appUrl, 'ines@people.test')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page.getByRole('button', { name: /^Import( links)?$/ }).click()
  await importFile(page, 'lamps.csv', ['url,slug', 'https://shop.example/wrong,ines-lamp', 'https://shop.example/pan,ines-pan'])
  const list = page.getByRole('list', { name: 'Links', exact: true })
  await list.getByText('ines-lamp').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  await expect.poll(() => visit('ines-lamp')).toBe(302)

  await page.getByRole('button', { name: /^Import( links)?$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo the import of lamps.csv' }).click()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await waitForText(page, '2 links were deleted. To restore what was deleted, switch on “Deleted” in Links.')
  await expect.poll(() => visit('ines-lamp')).toBe(410)

  await dialog.getByRole('button', { name: 'Import another file' }).click()
  await importFile(page, 'corrected.csv', ['url,slug', 'https://shop.example/lamp,ines-lamp', 'https://shop.example/pan,ines-pan'])
  await list.getByText('shop.example/lamp').first().waitFor()
  await expect.poll(() => visit('ines-lamp')).toBe(302)
})

it('labels a link, deletes it, restores it from the deleted links, and its short name leads to the same destination again', async () => {
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  await signUp(page, instance.appUrl, 'rosa@people.test')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await page.getByRole('button', { name: /^Import( links)?$/ }).click()
  await importFile(page, 'chair.csv', ['url,slug,title', 'https://shop.example/chair,rosa-chair,Oak chair'])

  const openMenu = () =>
    page
      .getByRole('button', { name: /^(More|Actions|Menu)/i })
      .first()
      .click()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Labels' }).fill('garden')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('list', { name: 'Links', exact: true }).getByText('garden').waitFor()

  await openMenu()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => visit('rosa-chair')).toBe(410)

  await page.goto(`${instance.appUrl}/links?deleted=true`)
  await page.getByRole('button', { name: 'Restore Oak chair' }).click()
  await waitForText(page, 'Link restored')
  await expect.poll(() => visit('rosa-chair')).toBe(302)
})
