import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { earningsReports } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { anAmazonWorkbook, listReportFiles } from '../apps/server/test/reports/report-files.ts'
import { findAccessibilityProblems } from '../apps/web/scenes/browser/accessibility.ts'
import { reportNames } from '../apps/web/src/features/earnings/report-names.ts'
import { openBrowser } from '../harness/open-browser.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { signUp, waitForText } from '../harness/sign-up.ts'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

/** Gives the user's organization a plan with enough history for the dates of the reports. */
async function allowOlderDays(page: Page, environment: Record<string, string>): Promise<void> {
  const sent = page.waitForRequest(/\/v1\/[0-9a-f-]{36}\//)
  await page.reload()
  const [, organizationId = ''] = /\/v1\/([0-9a-f-]{36})\//.exec((await sent).url()) ?? []
  await promisify(execFile)(process.execPath, [main, 'organization', organizationId, 'package=Business', 'full_analytics_enabled=true'], {
    env: { ...process.env, ...environment },
  })
}

/** Uploads a report in the open dialog, checks that its kind was recognized, and imports it. */
async function importReport(page: Page, { name, file, shown }: { name: string; file: Buffer; shown: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import earnings file' })
  await dialog.getByLabel('Earnings file', { exact: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer: file })
  const start = dialog.getByRole('button', { name: /^Import \d+ transactions?$/ })
  await start.waitFor()
  expect(await dialog.getByRole('definition').filter({ hasText: shown }).first().textContent(), name).toMatch(new RegExp(`^${shown}`))
  const currency = dialog.getByLabel('Currency')
  if (await currency.isVisible()) await currency.fill('USD')
  await start.click()
  await dialog.getByRole('button', { name: 'Import another file' }).waitFor()
}

it('imports the reports of every retailer in the dashboard, and shows their earnings', async () => {
  const { appUrl, environment } = await getSharedLinkshelf()
  await using chromium = await openBrowser()
  const { page } = await chromium.newVisitor({ reducedMotion: 'reduce' })
  await signUp(page, appUrl, 'erin@people.test')
  await allowOlderDays(page, environment)
  await page.goto(`${appUrl}/analytics?tab=earnings&from=2026-09-01&to=2026-09-30`)
  await page.getByRole('button', { name: 'Import earnings file' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import earnings file' })

  const files = listReportFiles()
  expect(new Set(files.map(({ report }) => report))).toEqual(new Set(earningsReports))
  for (const { name, report, file } of files) {
    await importReport(page, { name, file, shown: reportNames[report] })
    await dialog.getByRole('button', { name: 'Import another file' }).click()
  }
  await importReport(page, { name: 'reports.xlsx', file: anAmazonWorkbook(), shown: 'Amazon earnings' })
  await waitForText(page, /Fee-Orders \(Amazon orders, 3 rows\)/)
  expect(await findAccessibilityProblems(page), 'a workbook that was imported').toEqual([])

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Direct sales' }).click()
  await page.getByRole('table', { name: 'Direct and indirect earnings' }).waitFor()
  await page.getByRole('row', { name: /^Indirect/ }).waitFor()
  expect(await findAccessibilityProblems(page), 'earnings').toEqual([])
})
