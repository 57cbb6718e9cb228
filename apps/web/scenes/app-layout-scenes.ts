import { createLowestId } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import {
  type Answers,
  aLink,
  anAffiliationSummary,
  anOrganization,
  answersOfEveryScreen,
  aProject,
  aStatus,
  aUser,
  errorReply,
  inProject,
  internalError,
  noReply,
  orgId,
  projectId,
} from '../test/api-answers.ts'
import { aVerifiedDomain } from '../test/domain-answers.ts'
import { createQrCodeAnswers } from './qr-code-answers.ts'
import { anOverview, linkAnswers, someLinks } from './sample-answers.ts'
import { someCategories, someProducts } from './sample-products.ts'
import type { Scene, Scenes } from './scene.ts'
import { press } from './steps.ts'

const otherId = '0197a000-0000-7000-8000-000000000003'
const twoProjects = [aProject(), aProject({ project_id: otherId, id: otherId, name: 'Gear Lab' })]
const inTwoProjects = { 'GET /v1/organizations': () => [anOrganization({ projects: twoProjects })] }
const newLink = aLink({
  url_id: createLowestId(Date.UTC(2025, 10, 30, 9, 41)),
  url: 'https://sho.rt/7hGq2Kp',
  created_at: '2025-11-30T09:41:00.000Z',
  labels: ['audio', 'gift guide'],
})
const archivedOther = aProject({ project_id: otherId, id: otherId, name: 'Gear Lab', status: 'archived' })
const inOther = `/v1/${orgId}/projects/${otherId}`
const withArchived = {
  'GET /v1/organizations': () => [anOrganization({ projects: [archivedOther, aProject()] })],
  [`GET ${inOther}/urls`]: () => [],
  [`GET ${inOther}/analytics/live`]: noReply,
}
const inArchived = { 'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ status: 'archived' })] })] }
const slugOfNewLink = `GET ${inProject}/urls/${newLink.url_id}/slug`
const longSlug = 'recommends/audio/over-ear/Kopfhörer-für-die-Küche/2025/v1.0/sale+more'
const someTemplates = [
  { template_id: otherId, name: 'Newsletter', source: 'newsletter', medium: 'email', campaign: null, term: null, content: null },
]
const domains = `GET /v1/${orgId}/domains`
const create = `POST ${inProject}/urls`

function add(address: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('heading', { name: 'Top performing links' }).waitFor()
    await page.getByRole('textbox', { name: 'URL to shorten' }).fill(address)
    await page.getByRole('button', { name: 'Add Link' }).click()
  }
}

async function pasteSeveral(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Top performing links' }).waitFor()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'shop.example/lamp\nshop.example/desk\nshop.example/chair')
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

function find(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('textbox', { name: 'Find a link, a screen or an action' }).fill(text)
  }
}

/**
 * Presses a button of the footer with the Enter key. A click would miss the button if the page above grows while it
 * loads. Waits until the screen is shown, because parts that appear with it can take the focus from the button.
 */
function pressInFooter(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name }).press('Enter')
  }
}

function writeFeedback(subject: string, message: string): (page: Page) => Promise<void> {
  return async (page) => {
    await pressInFooter('Contact & Feedback')(page)
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
  }
}

async function submitFeedback(page: Page): Promise<void> {
  await writeFeedback('Sort links', 'I keep looking for the best links.')(page)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Opens the drawer with the sidebar, if the screen is small enough to have one. */
async function openSidebar(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
}

function createAddScene(where: string, organizations: Answers[string], message: string): Scene {
  return {
    name: `adding a link to ${where}`,
    answers: { 'GET /v1/organizations': organizations },
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'URL to shorten' }).fill('shop.example')
      await page.getByRole('button', { name: 'Add Link' }).click()
    },
    shows: ['textbox', 'URL to shorten'],
    says: [message],
  }
}

const answers: Answers = {
  ...linkAnswers,
  [`GET ${inProject}/analytics/overview`]: () => anOverview(),
  [`GET ${inProject}/urls`]: ({ query }) => (query.has('target') || query.has('archived') ? [] : someLinks),
  [`GET ${inProject}/utm-templates`]: () => someTemplates,
  [slugOfNewLink]: () => ({ slug: '7hGq2Kp', fixed_because: null }),
  [`GET ${inProject}/slugs`]: ({ query }) => (query.get('slugs') ?? '').split(',').map((slug) => ({ slug, status: 'free' })),
}
const inOtherProject = Object.fromEntries(
  Object.entries({ ...answersOfEveryScreen, ...answers }).map(([call, answer]) => [call.replace(projectId, otherId), answer]),
)

export const appLayoutScenes: Scenes = {
  screen: 'app-layout',
  address: '/',
  title: 'Dashboard · Linkshelf',
  answers,
  states: [
    { name: 'sidebar', steps: openSidebar, shows: ['navigation', 'Main'] },
    {
      name: 'sidebar toggled by keyboard',
      steps: async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.keyboard.press('Control+b')
      },
      shows: ['button', /^(Open sidebar|Account of|Mia Lindqvist)/],
    },
    {
      name: 'project selector',
      answers: inTwoProjects,
      steps: async (page) => {
        await openSidebar(page)
        await page.getByRole('button', { name: /^Project: / }).click()
      },
      shows: ['menuitemradio', 'Gear Lab'],
      says: ['New project'],
    },
    {
      name: 'project changed',
      answers: { ...inOtherProject, ...inTwoProjects },
      steps: async (page) => {
        await openSidebar(page)
        await page.getByRole('button', { name: /^Project: / }).click()
        await page.getByRole('menuitemradio', { name: 'Gear Lab' }).click()
      },
      shows: ['alert'],
      says: ['Project Changed'],
    },
    {
      name: 'user menu',
      steps: async (page) => {
        await openSidebar(page)
        await page.getByRole('button', { name: /Mia Lindqvist/ }).click()
      },
      shows: ['menuitem', 'Sign out'],
    },
    {
      name: 'command palette',
      steps: (page) => page.getByRole('button', { name: 'Find' }).click(),
      shows: ['textbox', 'Find a link, a screen or an action'],
    },
    {
      name: 'command palette with the actions of a link',
      steps: find('wireless'),
      shows: ['button', /^Wireless headphones/],
      says: ['Copy short URL', 'QR code'],
    },
    { name: 'command palette with a pasted URL', steps: find('shop.example/lamp'), shows: ['button', /^Shorten shop\.example/] },
    {
      name: 'command palette without results',
      answers: { [`GET ${inProject}/urls`]: ({ query }) => (query.get('search') === null ? someLinks : []) },
      steps: find('zzz'),
      shows: ['dialog', 'Find'],
      says: ['Nothing found'],
    },
    {
      name: 'command palette with products, categories and analytics',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })],
        [`GET ${inProject}/products`]: ({ query }) =>
          someProducts.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? '')),
        [`GET ${inProject}/categories`]: () => someCategories,
        [`GET ${inProject}/urls`]: ({ query }) => (query.get('search') === null ? someLinks : []),
      },
      steps: find('li'),
      shows: ['button', /^Reading light/],
      says: ['Lighting', 'Analytics: Links'],
    },
    {
      name: 'command palette with themes',
      steps: find('theme'),
      shows: ['button', /^Theme: System/],
      says: ['Theme: Light', 'Theme: Dark'],
    },
    {
      name: 'archived project',
      answers: inArchived,
      shows: ['region', 'Archived project'],
      says: ['This project is archived. Unarchive it to add links.'],
    },
    {
      name: 'archived project opened by a link',
      address: `/links?organization=${orgId}&project=${otherId}`,
      title: 'Links · Linkshelf',
      answers: withArchived,
      shows: ['combobox', 'Project of the new link'],
      says: ['This project is archived. Unarchive it to add links.', /none can be added while it is archived/],
    },
    {
      name: 'project archived since the last visit',
      answers: withArchived,
      stored: () => ({ 'linkshelf.selection': { organizationId: orgId, projectId: otherId } }),
      shows: ['alert'],
      says: ['Gear Lab is archived. Now showing Everyday Reviews'],
    },
    {
      name: 'command palette in an archived project',
      answers: inArchived,
      steps: find('add'),
      shows: ['button', /^Add a link/],
      says: ['New project'],
    },
    {
      name: 'keyboard shortcuts',
      steps: async (page) => {
        await page.getByRole('heading', { name: 'Top performing links' }).waitFor()
        await page.keyboard.press('?')
      },
      shows: ['dialog', 'Keyboard shortcuts'],
      says: ['In the list of links'],
    },
    {
      name: 'page shared by another app',
      address: '/new?title=Wireless%20headphones&text=https%3A%2F%2Fshop.example%2Fheadphones',
      answers: inTwoProjects,
      shows: ['button', 'Shorten and copy'],
      says: ['Wireless headphones', /^Shared with Linkshelf/],
    },
    {
      name: 'shared text without a URL',
      address: '/new?text=A%20lamp%20for%20the%20desk',
      shows: ['textbox', 'URL of the page'],
      says: ['There is no URL in what was shared'],
    },
    {
      name: 'offline',
      steps: async (page) => {
        await page.getByRole('heading', { name: 'Top performing links' }).waitFor()
        await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      },
      shows: ['heading', 'Dashboard'],
      says: [/^You are offline/],
    },
    {
      name: 'second factor missing',
      title: 'Second factor · Linkshelf',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ role: 'member', second_factor_required: true, second_factor_missing: true })],
      },
      shows: ['link', 'Set up in your account'],
      says: ['Set up a second factor', /The owners of “Everyday Media” require/, 'Leave organization'],
    },
    {
      name: 'address not confirmed',
      answers: { 'GET /v1/me': () => aUser({ email_confirmed: false }) },
      shows: ['region', 'Confirmation of your email address'],
      says: ['mia@example.org', 'Send again', 'Top performing links'],
    },
    {
      name: 'confirmation sent again',
      answers: {
        'GET /v1/me': () => aUser({ email_confirmed: false }),
        'POST /v1/me/confirmation': () => aUser({ email_confirmed: false }),
      },
      steps: press('Send again'),
      shows: ['region', 'Confirmation of your email address'],
      says: ['Email sent'],
    },
    {
      name: 'contact and feedback',
      steps: pressInFooter('Contact & Feedback'),
      shows: ['dialog', 'Contact & Feedback'],
      says: ['Subject', 'Message'],
    },
    {
      name: 'feedback near its limits',
      steps: writeFeedback('Sort links by '.padEnd(94, 'clicks '), 'I keep looking for the best links. '.repeat(11)),
      shows: ['dialog', 'Contact & Feedback'],
    },
    {
      name: 'feedback that is rejected',
      steps: async (page) => {
        await writeFeedback(' ', 'Sort links by clicks\u200b')(page)
        await page.getByRole('button', { name: 'Submit' }).click()
      },
      shows: ['dialog', 'Contact & Feedback'],
      says: ['Please fill in all fields.', 'Please use only standard characters in your submission.'],
    },
    {
      name: 'feedback without a project',
      answers: { 'GET /v1/organizations': () => [] },
      steps: submitFeedback,
      shows: ['dialog', 'Contact & Feedback'],
      says: ['Please select a project to submit your idea.'],
    },
    {
      name: 'feedback could not be sent',
      answers: { [`POST ${inProject}/ideas`]: internalError },
      steps: submitFeedback,
      shows: ['alert'],
      says: ['Failed to submit your idea. Please try again.'],
    },
    {
      name: 'feedback sent',
      answers: { [`POST ${inProject}/ideas`]: () => ({ id: otherId }) },
      steps: submitFeedback,
      shows: ['alert'],
      says: ['Thank You!', 'Your idea has been submitted successfully.'],
    },
    {
      name: 'status by part',
      answers: {
        'GET /v1/public/status': () => aStatus('analytics'),
        'GET /v1/public/instance': () => ({
          terms_url: '/terms',
          privacy_url: '/privacy',
          social_links: [{ name: 'Mastodon', url: 'https://social.example/@linkshelf' }],
          password_min_length: 6,
          sign_ups: 'open',
        }),
      },
      steps: pressInFooter(/^Not working/),
      shows: ['dialog'],
      says: ['Not working'],
    },
    {
      name: 'status while clicks are lost',
      answers: { 'GET /v1/public/status': () => ({ ...aStatus(), status: 'degraded', losing_clicks: true }) },
      steps: pressInFooter('Some clicks are not being counted'),
      shows: ['dialog'],
      says: ['Click recording', 'Losing clicks'],
    },
    {
      name: 'status while a disk is almost full',
      answers: { 'GET /v1/public/status': () => ({ ...aStatus(), status: 'degraded', low_disk: true }) },
      steps: pressInFooter('No files can be uploaded'),
      shows: ['dialog'],
      says: ['File uploads', 'Disk almost full'],
    },
    { name: 'no URL to shorten', steps: add(''), shows: ['textbox', 'URL to shorten'], says: ['Please enter a valid URL'] },
    {
      name: 'limit reached',
      answers: {
        [create]: () => errorReply(402, 'LINK_LIMIT_REACHED', 'Limit reached - You have reached the maximum of 10 links for this project.'),
      },
      steps: add('shop.example'),
      shows: ['textbox', 'URL to shorten'],
      says: ['Limit reached - You have reached the maximum of 10 links for this project.'],
    },
    {
      name: 'link created',
      answers: { ...inTwoProjects, [create]: () => newLink },
      steps: add('shop.example/headphones'),
      shows: ['region', 'New link'],
      says: [/Link created successfully/, 'Your link is ready', 'Short name'],
    },
    {
      name: 'link created with several domains',
      answers: { ...inTwoProjects, [domains]: () => [aVerifiedDomain()], [create]: () => newLink },
      steps: add('shop.example/headphones'),
      shows: ['combobox', 'Domain'],
      says: ['Your link is ready', 'Short name'],
    },
    {
      name: 'several links on a domain',
      answers: { [domains]: () => [aVerifiedDomain()] },
      steps: pasteSeveral,
      shows: ['combobox', 'Domain of the new link'],
      says: ['Each URL becomes a short link. URLs that already have a short link keep it.'],
    },
    {
      name: 'link created that earns nothing',
      answers: {
        [create]: () => ({
          ...newLink,
          target: 'https://www.ebay.de/itm/123456789012',
          affiliation: anAffiliationSummary({ state: 'not_connected', retailer: 'ebay', market: 'de' }),
        }),
      },
      steps: add('ebay.de/itm/123456789012'),
      shows: ['region', 'New link'],
      says: ['Not connected: earns nothing', 'Connect eBay'],
    },
    {
      name: 'link created and visited',
      answers: { [create]: () => newLink, [slugOfNewLink]: () => ({ slug: '7hGq2Kp', fixed_because: 'visits' }) },
      steps: add('shop.example/headphones'),
      shows: ['region', 'New link'],
      says: [/^This link has been visited\. If you change its short name, the current address keeps working/],
    },
    {
      name: 'link created with a long short name',
      answers: { [create]: () => ({ ...newLink, url: `https://sho.rt/${encodeURI(longSlug)}` }) },
      steps: add('shop.example/headphones'),
      shows: ['region', 'New link'],
      says: [`sho.rt/${longSlug}`],
    },
    {
      name: 'link created with a campaign and its QR code',
      answers: { ...createQrCodeAnswers(newLink), [create]: () => newLink },
      steps: async (page) => {
        await add('shop.example/headphones')(page)
        await page.getByText('QR code', { exact: true }).click()
        await page.getByText('Campaign (UTM)').click()
        await page.getByRole('combobox', { name: 'UTM template' }).selectOption('Newsletter')
        await page.getByRole('combobox', { name: 'Labels' }).fill('winter sale')
        await page.getByRole('combobox', { name: 'Labels' }).press('Enter')
      },
      shows: ['img', /^QR code that leads to/],
      says: ['Source', 'Campaign', 'New label “winter sale”'],
    },
    {
      name: 'archived link to the page',
      answers: { [`GET ${inProject}/urls`]: ({ query }) => (query.has('target') ? [{ ...newLink, archived: true }] : someLinks) },
      steps: add('shop.example/headphones'),
      shows: ['region', 'Existing link'],
      says: [/^You have an archived link to this page: /, 'Unarchive'],
    },
    {
      name: 'several links created',
      answers: {
        [`GET ${inProject}/urls`]: ({ query }) =>
          query.get('target') === 'https://shop.example/desk' ? [{ ...newLink, archived: true }] : [],
        [create]: () => newLink,
      },
      steps: async (page) => {
        await pasteSeveral(page)
        await page.getByRole('button', { name: 'Create 3 links' }).click()
      },
      shows: ['button', 'Copy all'],
    },
    {
      name: 'link could not be created',
      answers: { [create]: internalError },
      steps: add('shop.example'),
      shows: ['alert'],
      says: [/Failed to create link\. Please try again\./, /Correlation ID/],
    },
    {
      name: 'no organization',
      answers: { 'GET /v1/organizations': () => [] },
      shows: ['heading', 'No Organization or Project Selected'],
      says: ['New organization'],
    },
    {
      name: 'organizations could not be fetched',
      answers: { 'GET /v1/organizations': internalError },
      shows: ['heading', 'Failed to fetch organization data'],
    },
    createAddScene('organizations that could not be fetched', internalError, 'No organization or project'),
    createAddScene('no organization', () => [], 'No current organization selected'),
    createAddScene('an organization without projects', () => [anOrganization({ projects: [] })], 'Please select a project'),
    { name: 'loading organizations', answers: { 'GET /v1/organizations': noReply }, shows: ['status', 'Loading'] },
  ],
}
