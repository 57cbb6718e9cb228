import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../../harness/open-browser.ts'
import { findAccessibilityProblems } from './browser/accessibility.ts'
import { views } from './browser/scene-visitor.ts'
import { findSidewaysScroll } from './browser/sideways-scroll.ts'
import { type EmailVisitor, openEmailVisitor } from './emails/open-email-visitor.ts'
import { sampleEmails } from './emails/sample-emails.ts'

let browser: OpenBrowser
let visitor: EmailVisitor

beforeAll(async () => {
  browser = await openBrowser({ isBrief: true })
  visitor = await openEmailVisitor(browser)
})

afterAll(() => browser[Symbol.asyncDispose]())

const emails = Object.entries(sampleEmails).map(([name, email]) => ({ name, email }))

it.each(emails)('$name: accessible in light and dark, fits a phone, loads nothing', async ({ email }) => {
  const { page } = visitor
  const found: string[] = []
  for (const view of views) {
    await visitor.open(email, view, 'light')
    // A mail program has its own landmarks, so the rules about landmarks are skipped.
    found.push(
      ...(await findAccessibilityProblems(page, { skipped: ['region', 'landmark-one-main'] })),
      ...(await findSidewaysScroll(page)),
    )
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await findAccessibilityProblems(page, { onlyLook: true })), ...(await findSidewaysScroll(page)))
  }
  await page.setViewportSize({ width: 320, height: 800 })
  found.push(...(await findSidewaysScroll(page)))
  expect({ found, requests: visitor.requests() }).toEqual({ found: [], requests: [] })
})

it.each(emails)('$name: has the same content in plain text, with every URL', async ({ email }) => {
  await visitor.open(email, 'desktop', 'light')
  const { page } = visitor
  const paragraphs = await page.locator('p').allInnerTexts()
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  // In the plain text, a link's URL follows the link's words, for example ` <https://example.com>`. The URLs are
  // removed here.
  const text = collapseSpace(email.text.replaceAll(/ <https?:[^>]*>/g, ''))

  expect(paragraphs.length).toBeGreaterThan(0)
  for (const line of paragraphs.flatMap((paragraph) => paragraph.split('\n'))) expect(text).toContain(collapseSpace(line))
  for (const link of links) expect(email.text).toContain(link)
  expect(email.text).not.toMatch(/<\/|&#x27;|&amp;|&lt;/)
})

function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
