import { errorCatalog, type ImportUndo } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import {
  aLink,
  aLinkImport,
  aLinkView,
  anImportIssue,
  anOrganization,
  aProject,
  errorReply,
  inProject,
  internalError,
  noReply,
  orgId,
  Reply,
} from '../../test/api-answers.ts'
import { aVerifiedDomain } from '../../test/domain-answers.ts'
import {
  affiliatedLinks,
  aProductLink,
  aStoreLink,
  asViewer,
  brokenHealth,
  failingHealth,
  linkAnswers,
  linkEarnings,
  someLinks,
  unavailableHealth,
  uncheckableHealth,
} from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const list = `GET ${inProject}/urls`
const [first = aLink()] = someLinks
const linkQuery = `${inProject}/urls/${first.url_id}`
const domains = `GET /v1/${orgId}/domains`
const views = `GET ${inProject}/link-views`
const imports = `GET ${inProject}/urls/imports`
const bitlyExport = aLinkImport({
  file_name: 'bitly-export.csv',
  rows: 271,
  processed: 271,
  created: 214,
  skipped: 3,
  rejected: 54,
  over_limit: 40,
  unusable_slugs: 12,
  incomplete: 1,
  ignored_columns: ['Clicks', 'QR scans'],
})
const importedFile = aLinkImport({ ...bitlyExport, state: 'done', finished_at: '2025-11-05T14:05:00.000Z' })
const undoOfImport = `GET ${inProject}/urls/imports/${importedFile.import_id}/undo`
const someUndo = {
  include_clicked: false,
  ...{ deleted_links: 189, deleted_products: 0, kept_links: 25, kept_products: 0 },
  kept: [
    { kind: 'link', id: '0197a000-0000-7000-8000-000000000801', name: 'Brass desk lamp', reason: 'clicks' },
    { kind: 'link', id: '0197a000-0000-7000-8000-000000000802', name: 'summer-sale', reason: 'changed' },
    { kind: 'link', id: '0197a000-0000-7000-8000-000000000803', name: 'Oak chair', reason: 'used' },
  ],
} satisfies ImportUndo
const someForecast = { links: 203, clicked_links: 14, products: 0, kept_links: 11, kept_products: 0, kept: someUndo.kept }
const someImports = [
  aLinkImport({ ...importedFile, import_id: '0197a000-0000-7000-8000-000000000711', file_name: 'corrected.csv' }),
  aLinkImport({
    ...importedFile,
    ...{
      import_id: '0197a000-0000-7000-8000-000000000712',
      file_name: 'spring collection of all the lamps and chairs, second version.csv',
    },
    ...{ state: 'undone', undo: someUndo },
  }),
  aLinkImport({
    ...{ import_id: '0197a000-0000-7000-8000-000000000713', file_name: 'notes.csv', state: 'failed', processed: 0, created: 0 },
    failure: 'The first line must name the columns.',
  }),
]
const issuesOfImport = `GET ${inProject}/urls/imports/${bitlyExport.import_id}/issues`
const bitlyIssues = [
  anImportIssue({ line: 4, row: 'ftp://shop.example/lamp, bit.ly/lamp, Brass lamp' }),
  anImportIssue({
    line: 17,
    columns: ['created_at'],
    reasons: ['Imported without this date: write a date like 2024-05-31, or a time like 2024-05-31T09:00:00Z'],
    row: 'https://shop.example/chair, bit.ly/chair, Oak chair, 05/06/2024',
  }),
  anImportIssue({
    line: 31,
    columns: ['slug'],
    reasons: [errorCatalog.LINK_SLUG_TAKEN.message],
    row: 'https://shop.example/desk, bit.ly/desk, Standing desk',
  }),
]
const shlinkIssues = [
  anImportIssue({
    columns: ['domain'],
    reasons: [
      'links.kitchen-and-garden.example is not a domain of your organization. Add it under Settings → Domains, then import the file again',
    ],
    row: '2025-03-01, links.kitchen-and-garden.example, kettle, https://shop.example/kettle',
  }),
]
const noCounts = { created: 0, skipped: 0, rejected: 0, over_limit: 0, unusable_slugs: 0, unverified_domains: 0, incomplete: 0 }
const shlinkExport = aLinkImport({
  file_name: 'shlink-export.csv',
  rows: 75,
  processed: 75,
  created: 61,
  rejected: 14,
  unverified_domains: 14,
  domains: [
    { host: 'go.lamps.example', rows: 40, status: 'used', moved: null },
    { host: 'bit.ly', rows: 21, status: 'replaced', moved: null },
    { host: 'links.kitchen-and-garden.example', rows: 14, status: 'unverified', moved: { ...noCounts, created: 12, skipped: 2 } },
  ],
})
const longUrls = [
  'https://sho.rt/recommends/audio/over-ear/Kopfhörer-für-die-Küche/2025/v1.0/sale+more',
  'https://sho.rt/go/lamp',
  'https://sho.rt/рекомендации/кухня/тостер',
]
const full = { [list]: () => someLinks, [`GET ${inProject}/slugs`]: () => [] }
const deleted = `GET ${inProject}/urls/deleted`
const deletedLinks = someLinks.slice(0, 4).map(({ url_id, url, target, title }, nth) => ({
  url_id,
  url,
  target,
  title,
  slug_taken: nth === 1,
  deleted_at: `2025-12-${20 - nth}T09:00:00.000Z`,
  deleted_by: nth === 2 ? null : 'Mia Reed',
  restorable_until: `2026-01-${19 - nth}T09:00:00.000Z`,
}))

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${first.title}` }).click()
}

function choose(item: string): (page: Page) => Promise<void> {
  return async (page) => {
    await openMenu(page)
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
}

function confirm(item: string): (page: Page) => Promise<void> {
  return async (page) => {
    await choose(item)(page)
    await page.getByRole('dialog').getByRole('button', { name: item, exact: true }).click()
  }
}

async function selectTwo(page: Page): Promise<void> {
  for (const { title } of someLinks.slice(0, 2)) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
}

/**
 * Opens the filters. On a phone, opens the sheet with the filters. On a desktop, the filters are next to the search, so
 * only the list of labels is opened.
 */
async function openFilters(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Archived links' }).waitFor()
  const onPhone = page.getByRole('button', { name: /^Filters/ })
  await onPhone.or(page.getByLabel('Filter by label').first()).waitFor()
  if (await onPhone.isVisible()) await onPhone.click()
  else await page.getByLabel('Filter by label').first().click()
}

export const linksScenes: Scenes = {
  screen: 'links',
  address: '/links',
  title: 'Links · Linkshelf',
  answers: linkAnswers,
  states: [
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [list]: internalError },
      shows: ['heading', 'Error Loading Links'],
      says: ['Reload Page', /^Correlation ID/],
    },
    {
      name: 'deleted links',
      address: '/links?deleted=true',
      answers: { ...full, [deleted]: () => deletedLinks },
      shows: ['table', 'Deleted links'],
      says: [/can be restored for 30 days/, 'Erase now', /is taken: the link gets a new short name/],
    },
    {
      name: 'no deleted links',
      address: '/links?deleted=true',
      answers: { ...full, [deleted]: () => [] },
      shows: ['heading', 'No deleted links'],
    },
    {
      name: 'error of deleted links',
      address: '/links?deleted=true',
      answers: { ...full, [deleted]: internalError },
      shows: ['heading', 'Error loading deleted links'],
    },
    {
      name: 'saved views',
      address: '/links?label=audio&sort=clicks',
      answers: { ...full, [views]: () => [aLinkView(), aLinkView({ view_id: first.url_id, name: 'Broken ones', query: 'health=broken' })] },
      steps: (page) => page.getByRole('button', { name: 'Saved views' }).click(),
      shows: ['menuitem', 'Rename this view'],
      says: ['Broken ones', 'Delete this view'],
    },
    {
      name: 'several domains',
      address: '/links?domain=go.lamps.example',
      answers: {
        [domains]: () => [aVerifiedDomain()],
        [list]: () =>
          someLinks.map((link) => ({ ...link, domain: 'go.lamps.example', url: link.url.replace('sho.rt', 'go.lamps.example') })),
      },
      shows: ['link', 'go.lamps.example/spring'],
      says: ['go.lamps.example'],
    },
    {
      name: 'no links on a domain',
      address: '/links?domain=go.lamps.example',
      answers: { [domains]: () => [aVerifiedDomain()], [list]: () => [] },
      shows: ['heading', 'No links on this domain'],
      says: ['Show all domains'],
    },
    {
      name: 'short URLs of pages',
      answers: {
        [list]: () => [
          aStoreLink,
          aProductLink,
          { ...aProductLink, url_id: first.url_id, page: { ...aProductLink.page, name: null } },
          first,
        ],
      },
      shows: ['link', 'Store page'],
      says: ['Mia’s Shelf', 'Product page', 'Deleted product'],
    },
    {
      name: 'for a viewer',
      answers: { ...full, ...asViewer },
      shows: ['region', 'Your role'],
      says: [/You are a viewer/, 'Wireless headphones, tested for a year'],
    },
    { name: 'no links yet, for a viewer', answers: { ...asViewer, [list]: () => [] }, shows: ['heading', 'No links yet'] },
    { name: 'no links yet', answers: { [list]: () => [] }, shows: ['heading', 'No links yet'], says: ['Add your first link'] },
    { name: 'no links found', address: '/links?search=zzz', answers: { [list]: () => [] }, shows: ['heading', 'No links found'] },
    {
      name: 'no links found but an archived one',
      address: '/links?search=zzz',
      answers: { [list]: ({ query }) => (query.get('archived') === 'true' ? new Reply(200, [], { 'x-total-count': '1' }) : []) },
      shows: ['button', 'Show archived links'],
      says: ['1 archived link matches.'],
    },
    { name: 'no archived links', address: '/links?archived=true', answers: { [list]: () => [] }, shows: ['heading', 'No archived links'] },
    {
      name: 'archive',
      address: '/links?archived=true',
      answers: { [list]: () => someLinks.map((link) => ({ ...link, archived: true, pending: false })) },
      shows: ['list', 'Archived links'],
      says: ['Archived'],
    },
    {
      name: 'broken links',
      address: '/links?health=broken',
      answers: { [list]: () => someLinks.slice(0, 3).map((link) => ({ ...link, pending: false, health: brokenHealth })) },
      shows: ['list', 'Broken links'],
      says: ['Broken'],
    },
    {
      name: 'links that can not be checked',
      address: '/links?health=uncheckable',
      answers: { [list]: () => someLinks.slice(0, 2).map((link) => ({ ...link, pending: false, health: uncheckableHealth })) },
      shows: ['list', "Links that can't be checked"],
    },
    {
      name: 'a check that failed once',
      answers: { [list]: () => someLinks.map((link) => ({ ...link, health: failingHealth })) },
      shows: ['list', 'Links'],
      says: ['Failed once, not confirmed'],
    },
    {
      name: 'links to sold-out products',
      address: '/links?health=unavailable',
      answers: { [list]: () => someLinks.slice(0, 2).map((link) => ({ ...link, pending: false, health: unavailableHealth })) },
      shows: ['list', 'Links to sold-out products'],
      says: ['Sold out'],
    },
    {
      name: 'no links to sold-out products',
      address: '/links?health=unavailable',
      answers: { [list]: () => [] },
      shows: ['heading', 'No links to sold-out products'],
      says: ['Show all links'],
    },
    {
      name: 'no broken links',
      address: '/links?health=broken',
      answers: { [list]: () => [] },
      shows: ['heading', 'No broken links'],
      says: ['Show all links'],
    },
    {
      name: 'whether links earn',
      answers: { [list]: () => affiliatedLinks, [`GET ${inProject}/analytics/urls/clicks`]: linkEarnings },
      shows: ['link', first.title ?? ''],
      says: ['Earns · tag mia-21', 'Someone else’s tag: replaced', 'Not connected: earns nothing', 'Left untagged by you', '€217.40'],
    },
    { name: 'ready', answers: full, shows: ['link', first.title ?? ''], says: ['Pending', 'Stats'] },
    {
      name: 'near the limit of the plan',
      answers: { ...full, 'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ link_count: 8 })] })] },
      shows: ['note'],
      says: [/^8 of 10 links used\. Archived links and links of products count too\./, 'Upgrade'],
    },
    {
      name: 'long short names',
      answers: {
        [list]: () =>
          someLinks.map((link, index) => (index % 2 === 0 ? { ...link, url: encodeURI(longUrls[index % longUrls.length] ?? '') } : link)),
      },
      shows: ['link', first.title ?? ''],
      says: ['sho.rt/recommends/audio/over-ear/Kopfhörer-für-die-Küche/2025/v1.0/sale+more'],
    },
    {
      name: 'compact rows',
      answers: full,
      steps: async (page) => {
        await page
          .getByRole('link', { name: first.title ?? '' })
          .first()
          .waitFor()
        const toggle = page.getByRole('button', { name: 'Compact rows' })
        if (await toggle.isVisible()) await toggle.click()
      },
      shows: ['link', first.title ?? ''],
    },
    {
      name: 'more to load',
      answers: { [list]: () => new Reply(200, someLinks, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
    },
    {
      name: 'menu of a link',
      answers: full,
      steps: openMenu,
      shows: ['menu', /Actions of/],
      says: ['Copy URL', 'Edit', 'Archive', 'Delete'],
    },
    {
      name: 'filtered by label',
      address: '/links?label=audio',
      answers: { [list]: () => someLinks.filter(({ labels }) => labels.includes('audio')) },
      shows: ['list', 'Links'],
    },
    {
      name: 'filters',
      address: '/links?archived=true',
      answers: full,
      steps: openFilters,
      shows: ['combobox', 'Filter by label'],
      says: ['Show archived links'],
    },
    {
      name: 'choosing a file of links',
      answers: {
        ...full,
        [imports]: () => [aLinkImport({ state: 'done', file_name: 'bitly-export.csv', created: 214, skipped: 3, rejected: 2 })],
      },
      steps: press('Import'),
      shows: ['dialog', 'Import Links'],
      says: [
        'Choose file',
        /Exports of Bitly, Dub, Short.io and Rebrandly/,
        'bitly-export.csv',
        /214 links created, 3 skipped, 2 rejected/,
        'Imported',
      ],
    },
    {
      name: 'file of links checked',
      answers: { ...full, [imports]: () => [bitlyExport], [issuesOfImport]: () => bitlyIssues },
      steps: press('Import'),
      shows: ['dialog', 'Import Links'],
      says: [
        'Line 17',
        /^Imported without this date/,
        'Import 214 links',
        /214 links will be created/,
        /40 rows will be left out/,
        'Import 12 links with another short name',
        /Clicks, QR scans/,
      ],
    },
    {
      name: 'file of links on several domains checked',
      answers: { ...full, [imports]: () => [shlinkExport], [issuesOfImport]: () => shlinkIssues },
      steps: press('Import'),
      shows: ['dialog', 'Import Links'],
      says: [
        'Import 61 links',
        /40 rows on go.lamps.example/,
        /21 rows on bit.ly/,
        /14 rows will be rejected for their domain/,
        'Import 14 rows of links.kitchen-and-garden.example with the domain of this project',
      ],
    },
    {
      name: 'file of links checked, with both switches on',
      answers: {
        ...full,
        [imports]: () => [{ ...shlinkExport, rejected: 26, unusable_slugs: 12, rows: 87 }],
        [issuesOfImport]: () => [...shlinkIssues, ...bitlyIssues.slice(1)],
      },
      steps: async (page) => {
        await press('Import')(page)
        for (const name of [/^Import 12 links with another/, /^Import 14 rows of/]) await page.getByRole('switch', { name }).check()
      },
      shows: ['button', 'Import 85 links'],
      says: ['85 links will be created', '2 rows will be skipped', 'Line 17'],
    },
    {
      name: 'reasons of an import not loaded',
      answers: { ...full, [imports]: () => [bitlyExport], [issuesOfImport]: internalError },
      steps: press('Import'),
      shows: ['dialog', 'Import Links'],
      says: ['The reasons could not be loaded. Download the report to see them.'],
    },
    {
      name: 'links imported',
      answers: {
        ...full,
        [imports]: () => [bitlyExport],
        [issuesOfImport]: () => bitlyIssues,
        [`POST ${inProject}/urls/imports/${bitlyExport.import_id}/start`]: () => ({ ...bitlyExport, state: 'done' }),
      },
      steps: press('Import', 'Import 214 links'),
      shows: ['dialog', 'Import Links'],
      says: [/is imported/, /214 links created/, 'Download report', 'Show links'],
    },
    {
      name: 'imports listed',
      answers: { ...full, [imports]: () => someImports },
      steps: press('Import'),
      shows: ['dialog', 'Import Links'],
      says: ['corrected.csv', 'Imported', 'Undone', 'Failed', /The first line must name the columns/, 'Undo', 'Result'],
    },
    {
      name: 'undo of an import',
      answers: { ...full, [imports]: () => [importedFile], [undoOfImport]: () => someForecast },
      steps: press('Import', 'Undo the import of bitly-export.csv'),
      shows: ['button', 'Undo import'],
      says: [/189 links will be deleted/, 'Also delete 14 links with clicks', '25 links will stay:', 'Brass desk lamp', 'and 22 more'],
    },
    {
      name: 'undo of an import, loading',
      answers: { ...full, [imports]: () => [importedFile], [undoOfImport]: noReply },
      steps: press('Import', 'Undo the import of bitly-export.csv'),
      shows: ['status', 'Loading'],
    },
    {
      name: 'undo of an import, not loaded',
      answers: { ...full, [imports]: () => [importedFile], [undoOfImport]: internalError },
      steps: press('Import', 'Undo the import of bitly-export.csv'),
      shows: ['heading', 'Error loading the links of this import'],
      says: ['Retry'],
    },
    {
      name: 'import being undone',
      answers: { ...full, [imports]: () => [{ ...importedFile, state: 'undoing', undo: { ...someUndo, kept: [] } }] },
      steps: press('Import'),
      shows: ['progressbar', 'Undoing'],
      says: ['189 links deleted', /You can close this/],
    },
    {
      name: 'import undone',
      answers: { ...full, [imports]: () => [{ ...importedFile, state: 'undone', undo: someUndo }] },
      steps: press('Import', 'Result of the undo of bitly-export.csv'),
      shows: ['region', 'What stayed'],
      says: [
        /is undone/,
        '25 links stayed:',
        'Has clicks',
        'Changed after the import',
        'and 22 more',
        /the short names of the deleted links again/,
      ],
    },
    {
      name: 'links of an import',
      address: `/links?import=${importedFile.import_id}`,
      answers: { ...full, [imports]: () => [importedFile] },
      shows: ['link', 'Remove filter Import: bitly-export.csv'],
    },
    {
      name: 'no links of an import',
      address: `/links?import=${importedFile.import_id}`,
      answers: { ...full, [imports]: () => [importedFile], [`GET ${inProject}/urls`]: () => [] },
      shows: ['heading', 'No links of this import'],
      says: ['Show all links'],
    },
    { name: 'two selected', answers: full, steps: selectTwo, shows: ['checkbox', 'Select all shown'], says: ['2 selected'] },
    {
      name: 'moving selected links to another domain',
      answers: { ...full, [domains]: () => [aVerifiedDomain()] },
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('button', { name: 'Move to domain' }).click()
      },
      shows: ['dialog', 'Move to domain'],
      says: [/^Short names stay the same/],
    },
    {
      name: 'moving selected links failed',
      answers: {
        ...full,
        [domains]: () => [aVerifiedDomain()],
        [`PATCH ${inProject}/urls`]: () => {
          const taken = errorReply(409, 'LINK_SLUG_TAKEN', errorCatalog.LINK_SLUG_TAKEN.message)
          return new Reply(409, { ...(taken.body as object), data: { slug: 'spring' } })
        },
      },
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('button', { name: 'Move to domain' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
      },
      shows: ['dialog', 'Move to domain'],
      says: [/^No link was moved, because of spring/],
    },
    {
      name: 'labeling selected links',
      answers: full,
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('group', { name: 'Selected links' }).getByRole('button', { name: 'Labels' }).click()
        await page.getByRole('textbox', { name: 'Find or create a label' }).fill('winter sale')
        await page.getByRole('textbox', { name: 'Find or create a label' }).press('Enter')
      },
      shows: ['radiogroup', 'Color of winter sale'],
      says: ['gift guide'],
    },
    {
      name: 'labels could not be loaded',
      answers: { ...full, [`GET ${inProject}/labels`]: internalError },
      steps: async (page) => {
        await selectTwo(page)
        await page.getByRole('group', { name: 'Selected links' }).getByRole('button', { name: 'Labels' }).click()
      },
      shows: ['heading', 'Error loading labels. Please try again.'],
      says: ['Retry'],
    },
    { name: 'editing a link', answers: full, steps: choose('Edit'), shows: ['dialog', 'Edit target URL and details'] },
    {
      name: 'invalid target',
      answers: full,
      steps: async (page) => {
        await choose('Edit')(page)
        await page.getByRole('textbox', { name: 'Target URL' }).fill('not a url')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      shows: ['dialog', 'Edit target URL and details'],
      says: ['Please enter a valid URL'],
    },
    { name: 'archive confirmation', answers: full, steps: choose('Archive'), shows: ['dialog', 'Archive Link'] },
    { name: 'delete confirmation', answers: full, steps: choose('Delete'), shows: ['dialog', 'Delete Link'] },
    {
      name: 'link deleted',
      answers: { ...full, [`DELETE ${linkQuery}`]: () => new Reply(204, undefined) },
      steps: confirm('Delete'),
      shows: ['button', 'Undo'],
      says: ['Link deleted'],
    },
    {
      name: 'link copied',
      answers: full,
      steps: async (page) => {
        await page.context().grantPermissions(['clipboard-write'])
        await choose('Copy URL')(page)
      },
      shows: ['alert'],
      says: ['Copied! Link copied to clipboard'],
    },
    {
      name: 'link copied on plain http',
      answers: full,
      steps: async (page) => {
        await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
        await choose('Copy URL')(page)
      },
      shows: ['alert'],
      says: ['Copied! Link copied to clipboard'],
    },
    {
      name: 'international hosts',
      answers: {
        [list]: () => [
          aLink({ target: 'https://xn--mnchen-3ya.example/lampe', title: 'A lamp from Munich' }),
          aLink({ ...first, target: 'https://xn--pypal-4ve.example/login', title: null }),
        ],
      },
      shows: ['img', 'Mixes letters of several scripts: xn--pypal-4ve.example'],
      says: ['münchen.example'],
    },
    {
      name: 'link could not be copied',
      answers: full,
      steps: async (page) => {
        // The browser denies access to the clipboard.
        await page.evaluate(() => {
          const writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
          Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
        })
        await choose('Copy URL')(page)
      },
      shows: ['alert'],
      says: ['The link could not be copied. Select it and copy it by hand.'],
    },
    {
      name: 'archiving failed',
      answers: { ...full, [`POST ${linkQuery}/archive`]: internalError },
      steps: confirm('Archive'),
      shows: ['alert'],
      says: ['Failed to update link'],
    },
  ],
}
