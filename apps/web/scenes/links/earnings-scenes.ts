import type { EarningsImport, EarningsRow, EarningsSummary, EarningsTotals, UnmatchedSale } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { addDays } from '../../src/features/analytics/range/date-range.ts'
import {
  type Answers,
  anImportIssue,
  anOrganization,
  errorReply,
  inProject,
  internalError,
  noReply,
  Reply,
  type SentCall,
} from '../../test/api-answers.ts'
import { createLockedReply, someLinks } from '../sample-answers.ts'
import { someProducts } from '../sample-products.ts'
import type { Scene, Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const overview = `GET ${inProject}/analytics/earnings`
const breakdown = `${overview}/breakdown`
const unmatched = `${overview}/unmatched`
const imports = `GET ${inProject}/earnings/imports`
const upload = `POST ${inProject}/earnings/imports`
const rates = `GET ${inProject}/earnings/rates`
const postback = `GET ${inProject}/earnings/postback`
const today = '2025-11-30'

function createTotals(currency: string, earned: number, changes: Partial<EarningsTotals> = {}): EarningsTotals {
  return {
    currency,
    earned,
    pending: Math.round(earned * 0.22),
    approved: Math.round(earned * 0.78),
    reversed: Math.round(earned * 0.04),
    sales: earned * 18,
    conversions: Math.round(earned / 310),
    by_click: Math.round(earned * 0.58),
    by_estimate: Math.round(earned * 0.17),
    by_product: Math.round(earned * 0.1),
    unassigned: Math.round(earned * 0.15),
    epc: earned / 3_766,
    ...changes,
  }
}

function aSummary(totals: EarningsTotals[], changes: Partial<EarningsSummary> = {}, lastDay = today): EarningsSummary {
  const byDay = Array.from({ length: 30 }, (_, index) => ({
    date: addDays(lastDay, index - 29),
    clicks: 126,
    amounts: totals.map(({ currency, earned }) => ({
      currency,
      earned: Math.round((earned / 30) * (1 + 0.6 * Math.sin(((index + 3) / 7) * 2 * Math.PI))),
      conversions: index % 4,
    })),
  }))
  return { clicks: 3_766, ordered_items: 0, totals, estimate: null, byDay, ...changes }
}

const oneCurrency = aSummary([createTotals('EUR', 48_215)])
const earlier = aSummary([createTotals('EUR', 38_900)], {}, addDays(today, -30))

/** Returns earnings in one currency for the last thirty days, or for the thirty days before them. */
export function answerEarnings({ query }: SentCall): EarningsSummary {
  return query.get('to') === today ? oneCurrency : earlier
}

const threeCurrencies = aSummary([createTotals('EUR', 48_215), createTotals('USD', 13_340), createTotals('JPY', 2_480, { reversed: 0 })], {
  ordered_items: 14,
  estimate: { currency: 'EUR', earned: 60_488, epc: 16.06, missing: ['JPY'] },
})
const earlierCurrencies = aSummary(
  [createTotals('EUR', 38_900), createTotals('USD', 14_120), createTotals('GBP', 2_260)],
  {},
  addDays(today, -30),
)

/** Returns earnings in three currencies. One of them is new, and one of the thirty days before is missing. */
export function answerCurrencies({ query }: SentCall): EarningsSummary {
  return query.get('to') === today ? threeCurrencies : earlierCurrencies
}

const nothing = aSummary([])

const names: Record<string, (readonly [id: string, name: string | null])[]> = {
  link: [...someLinks.map(({ url_id, title, url }) => [url_id, title ?? url] as const), ['0197a000-0000-7000-8000-000000000999', null]],
  product: someProducts.map(({ product_id, name }) => [product_id, name] as const),
  retailer: ['amazon', 'ebay', 'aliexpress', 'admitad'].map((id) => [id, id] as const),
  tag: ['mia-21', 'mia-lamps-21', '5338123456'].map((id) => [id, id] as const),
  sub_id: ['GiftGuide', 'newsletter-november', 'video-lamps'].map((id) => [id, id] as const),
  directness: ['direct', 'indirect'].map((id) => [id, id] as const),
  country: ['DE', 'AT', 'US', 'CH', ''].map((id) => [id, id] as const),
  source: ['YouTube', 'Instagram', ''].map((id) => [id, id] as const),
  utm_campaign: ['spring', 'gift-guide', ''].map((id) => [id, id] as const),
  video: [['Lm4pReview1', '12 desk lamps, tested'] as const, ['MugsRanked2', 'Ranking every mug I own'] as const, ['', ''] as const],
  shop: ['amazon.de', 'amazon.com', 'ebay.de', ''].map((id) => [id, id] as const),
  shop_reason: ['same', 'local_search', 'no_tag', 'default', 'choice'].map((id) => [id, id] as const),
}

function createRows(by: string): EarningsRow[] {
  const isWithoutClicks = ['retailer', 'tag', 'sub_id', 'directness'].includes(by)
  return (names[by] ?? []).map(([id, name], index) => {
    const { unassigned: _, ...totals } = createTotals('EUR', 21_400 >> index, {
      by_click: index === 2 ? 0 : 12_000 >> index,
      by_estimate: index % 2 === 0 ? 4_000 >> index : 0,
      by_product: index % 3 === 0 ? 0 : 2_000 >> index,
    })
    return {
      id,
      name,
      ...totals,
      clicks: isWithoutClicks ? null : 1_830 >> index,
      epc: isWithoutClicks ? null : 11.7,
    }
  })
}

/** Earnings of an owner who moved in: only the last three days have clicks, with one conversion each. */
const olderTotals = createTotals('EUR', 16_010, { conversions: 61, by_click: 0, by_estimate: 0, by_product: 13_608, epc: 25.6 })
const older = aSummary([olderTotals], { clicks: 12 })
const olderThanClicks: EarningsSummary = {
  ...older,
  byDay: older.byDay.map(({ date, amounts }, index, { length }) => {
    const hasClicks = index >= length - 3
    return { date, clicks: hasClicks ? 4 : 0, amounts: amounts.map((amount) => ({ ...amount, conversions: hasClicks ? 1 : 2 })) }
  }),
}
const olderRows = createRows('link').map((row) => ({
  ...row,
  ...{ by_click: 0, by_estimate: 0, by_product: row.earned, clicks: 0, epc: null },
}))

const unmatchedSale: UnmatchedSale = {
  id: '0197a000-0000-7000-8000-000000000700',
  date: '2025-11-28',
  retailer: 'amazon',
  item_id: 'B0DESK0007',
  item_name: 'Standing desk, oak, 160 × 80 cm',
  tracking_id: 'mia-21',
  currency: 'EUR',
  earned: 1_874,
  reason: 'no_link',
}
/** One sale for each reason, and one that waits to be matched. */
const unmatchedSales = [
  unmatchedSale,
  { ...unmatchedSale, item_id: 'B0LAMP0001', item_name: 'Brass lamp', tracking_id: 'other-21', earned: 212, reason: 'other_tag' },
  { ...unmatchedSale, item_name: 'Chair', item_id: 'B0CHAIR003', earned: -560, reason: 'no_clicks', date: '2025-11-21' },
  { ...unmatchedSale, retailer: 'ebay', item_id: '123456789012', item_name: null, tracking_id: '5338123456', reason: 'click_unknown' },
  { ...unmatchedSale, retailer: 'awin', item_id: null, item_name: null, tracking_id: null, reason: 'no_product', date: '2025-11-09' },
  { ...unmatchedSale, item_name: 'Rug', item_id: 'B0RUG00004', reason: null, date: '2025-11-02' },
].map((sale, index) => ({ ...sale, id: `${sale.id.slice(0, -1)}${index}` }))

function anImport(changes: Partial<EarningsImport> = {}): EarningsImport {
  return {
    import_id: '0197a000-0000-7000-8000-000000000800',
    file_name: 'Fee-Earnings-2025-11.csv',
    state: 'ready',
    failure: null,
    retailer: 'amazon',
    report: 'amazon_earnings',
    sheets: [],
    from: '2025-11-01',
    to: today,
    rows: 1_204,
    processed: 0,
    added: 1_017,
    known: 184,
    rejected: 3,
    skipped: 1,
    totals: [{ currency: 'EUR', earned: 48_215, pending: 0, reversed: 1_930, sales: 912_400 }],
    ordered_items: 0,
    direct: 0,
    indirect: 0,
    columns: ['ASIN', 'Titel', 'Tracking-ID', 'Versanddatum', 'Versendete Artikel', 'Umsatz(€)', 'Werbekostenerstattung(€)'].map(
      (heading) => ({ heading, field: heading }),
    ),
    ignored_columns: ['Kategorie', 'Verkäufer', 'Gerätetyp-Gruppe'],
    tracking_ids: ['mia-21', 'mia-lamps-21', 'mia-kitchen-21', 'mia-garden-21', 'mia-video-21', 'mia-mail-21'],
    questions: [],
    date_example: null,
    date_order: 'day_first',
    currency: 'EUR',
    created_at: '2025-11-30T09:03:00.000Z',
    finished_at: null,
    ...changes,
  }
}

const done = anImport({ state: 'done', processed: 1_204, finished_at: '2025-11-30T09:04:00.000Z' })
const someImports = [
  done,
  anImport({
    import_id: '0197a000-0000-7000-8000-000000000801',
    state: 'done',
    file_name: 'ebay_partner_transaction_detail.csv',
    retailer: 'ebay',
    report: 'ebay_transactions',
    added: 212,
    known: 0,
    rejected: 0,
    from: '2025-10-01',
  }),
  anImport({
    import_id: '0197a000-0000-7000-8000-000000000802',
    state: 'failed',
    file_name: 'shopping list.xlsx',
    report: null,
    retailer: null,
    from: null,
    to: null,
    added: 0,
    known: 0,
    failure: 'This is no earnings file that we know.',
  }),
]

const anAddress = {
  url: 'https://app.example.com/v1/public/postbacks/h2Wm8Qd5Zs7XvKcN0pLrTgYb3JfA6uEi',
  created_at: '2025-11-02T10:00:00.000Z',
  last_received_at: '2025-11-30T08:41:00.000Z',
}
const noAddress = { url: null, created_at: null, last_received_at: null }
const someRates = { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.92 }] }

const isReady: Scene['shows'] = ['table', 'Earnings by link']

/** Returns a scene that shows the import dialog. `latest` is the latest import that the API returns. */
function createImportScene(name: string, latest: EarningsImport, says: Scene['says']): Scene {
  return {
    name,
    answers: { [imports]: () => [latest] },
    steps: press('Import earnings file'),
    shows: ['dialog', 'Import earnings file'],
    ...(says && { says }),
  }
}

async function chooseReport(page: Page): Promise<void> {
  await press('Import earnings file')(page)
  await page
    .getByLabel('Earnings file', { exact: true })
    .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
}

async function breakDownBy(page: Page, label: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Earnings by' })
  await group.waitFor()
  const segment = group.getByText(label, { exact: true })
  if (await segment.isVisible()) return segment.click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

const free: Answers = { 'GET /v1/organizations': () => [anOrganization()] }

export const earningsScenes: Scenes = {
  screen: 'earnings',
  address: '/analytics?tab=earnings',
  title: 'Analytics · Linkshelf',
  answers: {
    [`GET ${inProject}/earnings/imports/${anImport().import_id}/issues`]: () => [anImportIssue()],
    'GET /v1/organizations': () => [anOrganization({ full_analytics_enabled: true, package: 'Pro' })],
    [overview]: answerEarnings,
    [breakdown]: ({ query }) => ({ rows: createRows(query.get('by') ?? ''), unassigned: [{ currency: 'EUR', earned: 7_232 }] }),
    [unmatched]: () => unmatchedSales,
    [imports]: () => someImports,
    [rates]: () => ({ currency: null, rates: [] }),
    [postback]: () => noAddress,
  },
  states: [
    { name: 'loading', answers: { [overview]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [overview]: internalError },
      shows: ['heading', 'Your earnings could not be loaded'],
      says: ['Retry', /^Correlation ID/],
    },
    {
      name: 'no earnings yet',
      answers: { [overview]: () => nothing, [imports]: () => [] },
      shows: ['heading', 'No earnings yet'],
      says: ['Import earnings file', 'Create postback address'],
    },
    {
      name: 'ready',
      shows: isReady,
      says: [
        '€482.15',
        'Earnings per click',
        '€0.128',
        'Sales without a link',
        /58% joined by click, 17% estimated, 10% by product/,
        'Deleted link',
        'Estimate',
        'Amazon earnings',
        '+24%',
        /^Previous period, /,
        'No link led to this product',
        'No link to this product had this tag',
        'Being matched to your links',
      ],
    },
    {
      name: 'several currencies with an estimate',
      answers: { [overview]: answerCurrencies, [rates]: () => someRates, [postback]: () => anAddress },
      shows: isReady,
      says: [
        /^\$133\.40\s*−5\.5%/,
        /^¥2,480\s*New/,
        /^£0\.00\s*−100%/,
        '207',
        '+16%',
        /≈ €604.88 in all, an estimate by your rates/,
        /14 items ordered/,
        '1 USD = 0.92 EUR',
        'Copy address',
      ],
    },
    {
      name: 'nothing earned in the range',
      answers: { [overview]: () => nothing, [breakdown]: () => ({ rows: [], unassigned: [] }), [unmatched]: () => [] },
      shows: ['heading', 'Top earners'],
      says: ['No earnings in this period.', 'Nothing earned in this period.', 'Every sale in this period has a link.'],
    },
    {
      name: 'sales older than all clicks',
      answers: { [overview]: () => olderThanClicks, [breakdown]: () => ({ rows: olderRows, unassigned: [] }) },
      shows: isReady,
      says: [
        /^0% joined by click, 0% estimated, 85% by product/,
        /^of 12 clicks, days with clicks only/,
        'By product',
        '€0.256',
        '25% of clicks',
      ],
    },
    {
      name: 'sales without a link could not be loaded',
      answers: { [unmatched]: internalError },
      shows: ['heading', 'The sales without a link could not be loaded'],
    },
    {
      name: 'by country, filtered',
      address: '/analytics?tab=earnings&source=YouTube&device=phone&label=gift+guide',
      steps: (page) => breakDownBy(page, 'Countries'),
      shows: ['table', 'Earnings by country'],
      says: ['Germany', 'Unknown', /without a known click/, 'not on this tab', /sales without one are not shown/],
    },
    {
      name: 'by retailer',
      steps: (page) => breakDownBy(page, 'Retailers'),
      shows: ['table', 'Earnings by retailer'],
      says: ['eBay', 'admitad'],
    },
    {
      name: 'by sub-id',
      steps: (page) => breakDownBy(page, 'Sub-ids'),
      shows: ['table', 'Earnings by sub-id'],
      says: ['GiftGuide', /Sub Tag at Amazon/, /without a sub-id of yours/],
    },
    {
      name: 'direct and indirect',
      steps: (page) => breakDownBy(page, 'Direct sales'),
      shows: ['table', 'Direct and indirect earnings'],
      says: [/something else after following it/, /not stated in the file/],
    },
    {
      name: 'by reason for the shop',
      steps: (page) => breakDownBy(page, 'How the shop was chosen'),
      shows: ['table', 'Earnings by reason for the shop'],
      says: ['A search in their own shop', /so the reason is unknown/],
    },
    {
      name: 'breakdown could not be loaded',
      answers: { [breakdown]: internalError },
      shows: ['heading', 'Your top earners could not be loaded'],
    },
    {
      name: 'postback and rates could not be loaded',
      answers: { [postback]: internalError, [rates]: internalError },
      shows: ['heading', 'The postback address could not be loaded'],
      says: ['The rates could not be loaded'],
    },
    { name: 'a Free organization', answers: free, shows: isReady, says: ['Tags'] },
    {
      name: 'range outside the plan',
      answers: { [overview]: createLockedReply },
      shows: ['heading', 'Not in your plan'],
      says: ['Reset date range'],
    },
    {
      name: 'choosing a report',
      steps: press('Import earnings file'),
      shows: ['dialog', 'Import earnings file'],
      says: ['Choose file', /Periods may overlap/],
    },
    {
      name: 'report not uploaded',
      answers: { [upload]: () => errorReply(413, 'REQUEST_TOO_LARGE', 'The request is too large.') },
      steps: chooseReport,
      shows: ['alert'],
      says: ['The request is too large.'],
    },
    {
      name: 'report checked at once',
      answers: { [upload]: () => new Reply(201, anImport({ import_id: '0197a000-0000-7000-8000-000000000803', known: 0, rejected: 0 })) },
      steps: chooseReport,
      shows: ['button', 'Import 1,017 transactions'],
    },
    createImportScene('reading a report', anImport({ state: 'checking', rows: 0, report: null, retailer: null }), [
      /^Reading Fee-Earnings/,
      'Stop and undo',
    ]),
    createImportScene('understood', anImport(), [
      'Import 1,201 transactions',
      'Amazon earnings',
      /€19.30 reversed/,
      /184 known already/,
      /mia-garden-21 and 2 more/,
      /Ignored: Kategorie/,
    ]),
    createImportScene(
      'a workbook',
      anImport({
        file_name: 'Fee-Reports-2025-11.xlsx',
        sheets: [
          { name: 'Fee-Orders', report: 'amazon_orders', rows: 310 },
          { name: 'Fee-Earnings', report: 'amazon_earnings', rows: 890 },
          { name: 'Fee-Bounty', report: 'amazon_bounties', rows: 4 },
          { name: 'Fee-Tracking', report: null, rows: 0 },
          { name: 'Fee-DailyTrends', report: null, rows: 0 },
        ],
        ordered_items: 342,
        direct: 720,
        indirect: 480,
      }),
      [/Fee-Orders \(Amazon orders, 310 rows\)/, /no single sales: Fee-Tracking, Fee-DailyTrends/, '342 items', /^720 and 480/],
    ),
    createImportScene(
      'open questions',
      anImport({
        from: null,
        to: null,
        questions: ['date_order', 'currency'],
        date_example: '03/04/25',
        date_order: null,
        currency: null,
        totals: [{ currency: null, earned: 48_215, pending: 0, reversed: 0, sales: 912_400 }],
      }),
      ['03/04/25', 'Day first', 'Depends on the order of its dates'],
    ),
    createImportScene('importing', anImport({ state: 'importing', processed: 600 }), ['600 of 1,204 rows imported']),
    {
      name: 'no report',
      answers: {
        [upload]: () =>
          new Reply(
            201,
            anImport({ state: 'failed', failure: 'This is no earnings file that we know: the names of its columns are missing.' }),
          ),
      },
      steps: chooseReport,
      shows: ['alert'],
      says: [/This is no earnings file that we know/, 'Choose another file'],
    },
    {
      name: 'undoing an import',
      steps: press('Undo import of Fee-Earnings-2025-11.csv'),
      shows: ['dialog', 'Undo import'],
      says: [/brought 1,017 transactions/],
    },
    {
      name: 'replacing the postback address',
      answers: { [postback]: () => anAddress },
      steps: press('Replace'),
      shows: ['dialog', 'Replace postback address'],
      says: [/stops working immediately/],
    },
    {
      name: 'rates',
      answers: { [overview]: () => threeCurrencies, [rates]: () => someRates },
      steps: press('Change rates'),
      shows: ['dialog', 'Rates of the estimate'],
      says: ['1 USD =', 'Save rates'],
    },
  ],
}
