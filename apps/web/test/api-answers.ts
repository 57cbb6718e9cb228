// Fixed answers that replace the API, for tests of screens and for scenes in a real browser.

import {
  type AddressClicks,
  type AffiliationSummary,
  type AmazonMigration,
  amazonMigrationOutcomes,
  type EarningsTotals,
  type FileImportIssue,
  type Integrations,
  integrationDefaults,
  type LinkAffiliation,
  type LinkAlias,
  type LinkFollowing,
  type LinkHealth,
  type LinkImport,
  type LinkReport,
  type LinkReportProblem,
  type LinkView,
  type ListedCategory,
  type ListedProduct,
  linkReportProblems,
  type NotificationSettings,
  notificationIds,
  notificationKinds,
  type ProductNumbers,
  type ProductSuggestion,
  type RecentClick,
  type SavedAnalyticsView,
  type Store,
  toLinkVerdict,
} from '@linkshelf/contract'
import { retailerIds } from '@linkshelf/retailers'

/** A request to the API. */
export interface SentCall {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
}

/** Returns the body of a 200 response, or a `Reply` with any status. */
export type Answer = (call: SentCall) => unknown

/** Answers by method and path, for example `GET /v1/me`. */
export type Answers = Record<string, Answer>

/** Returns an answer that records the body of each request in `sent`, and replies with `reply`. */
export function recordBody(sent: unknown[], reply: unknown): Answer {
  return ({ body }) => {
    sent.push(body)
    return reply
  }
}

/** A response with the given status, body and headers. */
export class Reply {
  status: number
  body: unknown
  headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Returns the reply to a call. Returns undefined if there is no answer for the call. */
export async function findReply(answers: Answers, call: SentCall): Promise<Reply | undefined> {
  const answer = answers[`${call.method} ${call.path}`]
  if (answer === undefined) return undefined
  const body = await answer(call)
  return body instanceof Reply ? body : new Reply(200, body)
}

export function errorReply(status: number, code: string, message: string): Reply {
  return new Reply(status, { code, status, message, correlation_id: 'c0ffee00-0000-4000-8000-000000000001' })
}

/** The response to a change that is based on an outdated revision. */
export function outdatedReply(theirs: object, yours: object = {}): Reply {
  const body = errorReply(409, 'REVISION_OUTDATED', 'This was changed while you edited it.').body as object
  return new Reply(409, { ...body, data: { theirs, yours } })
}

export function internalError(): Reply {
  return errorReply(500, 'FAULT', 'An unexpected error occurred')
}

/** Returns a promise that never resolves, so that the request stays pending. */
export function noReply(): Promise<never> {
  return new Promise(() => {})
}

export const orgId = '0197a000-0000-7000-8000-000000000001'
export const projectId = '0197a000-0000-7000-8000-000000000002'
export const inProject = `/v1/${orgId}/projects/${projectId}`

export const answersOfEveryScreen: Answers = {
  [`GET ${inProject}/analytics/dashboard`]: () => ({ totalClicks: 0, visitors: 0, countries: 0 }),
  'GET /v1/me': () => aUser(),
  'GET /v1/me/sessions': () => [aUserSession()],
  'GET /v1/me/sign-ins': () => [aSignIn()],
  'GET /v1/me/reauthentication': () => ({ passkey: null, providers: [] }),
  'GET /v1/organizations': () => [anOrganization()],
  [`GET ${inProject}/stores`]: () => [],
  [`GET ${inProject}/labels`]: () => [],
  // The command palette searches products and categories.
  [`GET ${inProject}/products`]: () => [],
  [`GET ${inProject}/categories`]: () => [],
  'GET /v1/public/instance': () => ({
    terms_url: '/terms',
    privacy_url: '/privacy',
    social_links: [],
    password_min_length: 6,
    sign_ups: 'open',
  }),
  'GET /v1/public/status': () => aStatus(),
  [`GET /v1/${orgId}/domains`]: () => [],
  [`GET /v1/${orgId}/analytics/usage`]: () => aClickUsage(),
  [`GET ${inProject}/analytics/live`]: () => aLiveStream(),
  [`GET /v1/${orgId}/audit-logs`]: () => [],
  [`GET ${inProject}/analytics/urls/clicks`]: (call) => answerClicksOfLinks(call, {}),
  [`GET ${inProject}/analytics/products`]: (call) => answerNumbersOfProducts(call, {}),
  // Answers for the other parts of the dashboard screen. No link needs attention, and nothing was clicked or earned.
  [`GET ${inProject}/urls`]: () => [],
  [`GET ${inProject}/link-report`]: () => aReport({}),
  [`GET ${inProject}/analytics/recent`]: () => [],
  [`GET ${inProject}/analytics/earnings`]: () => ({ clicks: 0, ordered_items: 0, totals: [], estimate: null, byDay: [] }),
  [`GET ${inProject}/analytics/earnings/breakdown`]: () => ({ rows: [], unassigned: [] }),
  [`GET ${inProject}/urls/imports`]: () => [],
  ...Object.fromEntries(
    retailerIds.map((retailer) => [
      `GET ${inProject}/integrations/${retailer}`,
      () => ({ ...integrationDefaults[retailer], updated_at: null }),
    ]),
  ),
}

/** Numbers of links by state. */
export function someStates(counts: Partial<LinkReport['health']>): LinkReport['health'] {
  return { works: 0, failed_once: 0, broken: 0, uncheckable: 0, unchecked: 0, ...counts }
}

/** A report on three links, with the given number of links for each problem. */
export function aReport(counts: Partial<Record<LinkReportProblem, number>>) {
  return {
    links: 3,
    links_with_problems: Math.max(0, ...Object.values(counts)),
    health: someStates({ works: 3, broken: counts.dead ?? 0, failed_once: counts.failing ?? 0 }),
    problems: Object.fromEntries(linkReportProblems.map((problem) => [problem, counts[problem] ?? 0])),
    shops: Object.fromEntries(linkReportProblems.map((problem) => [problem, []])),
  }
}

/** Earnings of one euro that are attributed to one click. */
export function anEarningsTotal(changes: Partial<EarningsTotals> = {}): EarningsTotals {
  const amounts = {
    pending: 0,
    approved: 100,
    reversed: 0,
    sales: 900,
    conversions: 1,
    by_click: 100,
    by_estimate: 0,
    by_product: 0,
    epc: 100,
  }
  return { currency: 'EUR', earned: 100, unassigned: 0, ...amounts, ...changes }
}

/** A click that happened just now, without a known country, device or source. */
export function aRecentClick(changes: Partial<RecentClick> = {}): RecentClick {
  const { url_id, url, target, title } = aLink()
  return {
    id: '0197a000-0000-7000-8000-000000000900',
    at: new Date().toISOString(),
    link: { url_id, url, target, title },
    country: '',
    city: '',
    device: '',
    source: '',
    referrer: '',
    utm_source: '',
    ...changes,
  }
}

export function aNotificationSettings(changes: Partial<NotificationSettings> = {}): NotificationSettings {
  const preferences = notificationIds.map((id) => {
    const { name, description, isOnByDefault } = notificationKinds[id]
    return { id, name, description, enabled: isOnByDefault }
  })
  return { time_zone: null, undeliverable_email: null, preferences, ...changes }
}

/** Answers with the clicks of the requested links by day. If no clicks are given for a link, it has one click. */
export function answerClicksOfLinks(
  { query }: SentCall,
  clicksById: Record<string, readonly number[]>,
  totalsById: Record<string, readonly EarningsTotals[]> = {},
) {
  const urlIds = query.get('url_ids')?.split(',') ?? []
  const links = urlIds.map((url_id) => ({ url_id, clicks: clicksById[url_id] ?? [1], totals: totalsById[url_id] ?? [] }))
  return { dates: someDays(...(links[0]?.clicks ?? [])).map(({ date }) => date), links }
}

/** Answers with the numbers of the requested products. If no numbers are given for a product, they are zero. */
export function answerNumbersOfProducts(
  { query }: SentCall,
  numbersById: Record<string, Omit<ProductNumbers, 'product_id'>>,
): ProductNumbers[] {
  const productIds = query.get('product_ids')?.split(',') ?? []
  return productIds.map((product_id) => ({ product_id, clicks: 0, click_through: null, earned: [], ...numbersById[product_id] }))
}

/** An event stream that stays open and has no clicks at first. `onOpen` receives a function that publishes an event. */
export function aLiveStream(onOpen: (publish: () => void) => void = () => undefined): Reply {
  let eventCount = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (arrivedAt: string | null) =>
        controller.enqueue(new TextEncoder().encode(`event: message\ndata: ${JSON.stringify({ arrived_at: arrivedAt })}\n\n`))
      send(null)
      onOpen(() => {
        eventCount += 1
        send(new Date(Date.UTC(2025, 10, 5, 14, 3, eventCount)).toISOString())
      })
    },
  })
  return new Reply(200, body, { 'content-type': 'text/event-stream' })
}

/** A status in which redirects, database and analytics are up, except the parts in `down`. */
export function aStatus(...down: string[]) {
  const parts = ['redirects', 'database', 'analytics'].map((name) => ({ name, status: down.includes(name) ? 'down' : 'up' }))
  return {
    status: down.length === 0 ? 'operational' : 'degraded',
    parts,
    losing_clicks: false,
    low_disk: false,
    daily_rollups: { oldest_missing_day: null, hours_late: 0 },
    checked_at: '2025-11-05T14:03:00.000Z',
  }
}

export function aUser(changes: object = {}) {
  return {
    user_id: orgId,
    full_name: 'Mia Lindqvist',
    email: 'mia@example.org',
    email_confirmed: true,
    has_password: true,
    has_second_factor: false,
    second_factor_reset_at: null,
    avatar_url: null,
    language: 'en',
    theme: 'system',
    time_zone: 'Europe/Stockholm',
    deletes_at: null,
    ...changes,
  }
}

/** A sign-in on this device, just now. */
export function aSignIn(changes: object = {}) {
  return {
    sign_in_id: '0197a000-0000-7000-8000-000000000210',
    at: new Date().toISOString(),
    result: 'signed_in',
    methods: ['password'],
    device: 'desktop',
    browser: 'Firefox',
    os: 'Linux',
    country: 'DE',
    ...changes,
  }
}

/** A session on this device, used just now. */
export function aUserSession(changes: object = {}) {
  const now = new Date().toISOString()
  return {
    session_id: '0197a000-0000-7000-8000-000000000200',
    device: 'desktop',
    browser: 'Firefox',
    os: 'Linux',
    country: 'DE',
    methods: ['password'],
    signed_in_at: now,
    last_used_at: now,
    current: true,
    ...changes,
  }
}

/** A session on another device, used five hours ago. */
export function anotherUserSession(changes: object = {}) {
  const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString()
  return aUserSession({
    session_id: '0197a000-0000-7000-8000-000000000201',
    device: 'phone',
    browser: 'Safari',
    os: 'iOS',
    country: 'PT',
    signed_in_at: ago(90),
    last_used_at: ago(5),
    current: false,
    ...changes,
  })
}

export function anOrganization(changes: object = {}) {
  return {
    organization_id: orgId,
    id: orgId,
    name: 'Everyday Media',
    role: 'owner',
    package: 'Free',
    payment_period: null,
    product_page_enabled: true,
    store_page_enabled: true,
    full_analytics_enabled: false,
    dashboard_days: 30,
    has_plans: true,
    raised_limits: {},
    second_factor_required: false,
    second_factor_missing: false,
    deletes_at: null,
    projects: [aProject()],
    ...changes,
  }
}

export function aProject(changes: object = {}) {
  return {
    project_id: projectId,
    id: projectId,
    name: 'Everyday Reviews',
    description: 'Reviews',
    status: 'active',
    time_zone: 'UTC',
    primary_domain_id: null,
    link_count: 3,
    organization_id: orgId,
    organizationId: orgId,
    ...changes,
  }
}

/** A second project of the same organization. */
export const otherId = '0197a000-0000-7000-8000-000000000003'
export const inOther = `/v1/${orgId}/projects/${otherId}`
export const other = aProject({ project_id: otherId, id: otherId, name: 'Gear Lab' })
export const twoProjects: Answers = { 'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), other] })] }

/** The health of a link. By default, its last check found no problem. */
export function aHealth(changes: Partial<Omit<LinkHealth, 'state' | 'note'>> = {}): LinkHealth {
  const checked = { status: 'ok', reason: null, checked_at: '2025-11-29T04:12:00.000Z', checking: false, ...changes } as const
  return { ...toLinkVerdict(checked), ...checked }
}

/** The affiliation of a link. By default, no retailer pays for the link. */
export function anAffiliationSummary(changes: Partial<AffiliationSummary> = {}): AffiliationSummary {
  return { state: 'none', retailer: null, market: null, tag: null, pasted_tag: null, ...changes }
}

/** The earnings of a link in one currency, in minor units, without returns. */
export function someTotals({ earned, clicks, currency = 'EUR' }: { earned: number; clicks: number; currency?: string }): EarningsTotals {
  const amounts = { earned, pending: 0, approved: earned, reversed: 0, sales: earned * 20, conversions: 3 }
  return { currency, ...amounts, by_click: earned, by_estimate: 0, by_product: 0, unassigned: 0, epc: earned / clicks }
}

export function aLink(changes: object = {}) {
  return {
    url_id: '0197a000-0000-7000-8000-000000000100',
    url: 'https://sho.rt/spring',
    domain: null,
    target: 'https://shop.example/headphones',
    expanded: null,
    labels: ['audio'],
    archived: false,
    pending: false,
    affiliated: true,
    affiliation: anAffiliationSummary(),
    ad: false,
    shops: [],
    choice_page: false,
    page: null,
    brand_logo: null,
    icon: null,
    created_at: '2025-11-05T14:03:00.000Z',
    title: 'Wireless headphones',
    own_title: true,
    notes: null,
    health: aHealth(),
    revision: 'first',
    ...changes,
  }
}

export function aLinkView(changes: Partial<LinkView> = {}): LinkView {
  return { view_id: '0197a000-0000-7000-8000-000000000150', name: 'Best of audio', query: 'label=audio&sort=clicks', ...changes }
}

export function aSavedReport(changes: Partial<SavedAnalyticsView> = {}): SavedAnalyticsView {
  return {
    report_id: '0197a000-0000-7000-8000-000000000160',
    name: 'Phones in Germany',
    view: { tab: 'devices', country: 'DE', device: 'phone' },
    is_mailed: false,
    created_at: '2025-11-03T10:00:00.000Z',
    ...changes,
  }
}

/** An import of a file with two links, after the file was checked. */
export function aLinkImport(changes: Partial<LinkImport> = {}): LinkImport {
  const rejected = { rejected: 0, over_limit: 0, unusable_slugs: 0, unverified_domains: 0 }
  const counts = { rows: 2, processed: 2, created: 2, skipped: 0, incomplete: 0, ...rejected }
  return {
    import_id: '0197a000-0000-7000-8000-000000000710',
    file_name: 'links.csv',
    state: 'ready',
    failure: null,
    undo: null,
    ...counts,
    replaced: null,
    domains: [],
    ignored_columns: [],
    created_at: '2025-11-05T14:03:00.000Z',
    finished_at: null,
    ...changes,
  }
}

/** A row of an imported file that is rejected or imported in part. */
export function anImportIssue(changes: Partial<FileImportIssue> = {}): FileImportIssue {
  return {
    sheet: null,
    line: 4,
    columns: ['target'],
    reasons: ['Please enter a valid URL'],
    row: 'ftp://shop.example/lamp, lamp',
    ...changes,
  }
}

export function aProductSuggestion(changes: Partial<ProductSuggestion> = {}): ProductSuggestion {
  return {
    name: 'Brass desk lamp',
    description: 'A warm light that dims to nothing.',
    image_url: 'https://shop.example/lamp.jpg',
    price: { amount: '49.90', currency: 'EUR', checked_on: '2025-11-30' },
    url: 'https://shop.example/lamp',
    retailer: 'shop.example',
    url_id: null,
    affiliation: anAffiliationSummary(),
    note: 'Copied from the page. Check that the shop allows you to use its text and its picture.',
    ...changes,
  }
}

/** The affiliation of a link to Amazon with its owner's tag. */
export function anAffiliation(changes: Partial<LinkAffiliation> = {}): LinkAffiliation {
  return {
    retailer: 'amazon',
    market: 'com',
    status: 'tagged',
    pasted_tag: null,
    affiliated: true,
    expansion: null,
    expanded: null,
    location: 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20',
    has_page: false,
    programs: ['amazon'],
    programmes: ['amazon'],
    shops: [{ place: 'de', reason: 'local_search', location: 'https://www.amazon.de/s?k=Wireless+headphones&tag=mia-21' }],
    destinations: [],
    ...changes,
  }
}

export function anAlias(changes: Partial<LinkAlias> = {}): LinkAlias {
  return {
    alias_id: '0197a000-0000-7000-8000-000000000150',
    url: 'https://sho.rt/headphones',
    domain: null,
    slug: 'headphones',
    created_at: '2025-11-20T09:00:00.000Z',
    ...changes,
  }
}

/**
 * The clicks of a link by address. The link has the alias of `anAlias`. It also had another alias, which was released.
 */
export function someAddressClicks(changes: Partial<AddressClicks> = {}): AddressClicks {
  const released = '0197a000-0000-7000-8000-000000000159'
  const aliases = [
    { alias_id: anAlias().alias_id, clicks: 3 },
    { alias_id: released, clicks: 1 },
  ]
  return { clicks: 16, main: 12, aliases, ...changes }
}

export function aFollowing(changes: Partial<LinkFollowing> = {}): LinkFollowing {
  return {
    state: 'never',
    destination: null,
    location: null,
    networks: [],
    failure: null,
    requested_at: null,
    finished_at: null,
    ...changes,
  }
}

const integrationSavedAt = { updated_at: '2025-11-29T04:12:00.000Z' }

export const savedIntegrations: Integrations = {
  amazon: {
    ...integrationDefaults.amazon,
    ...integrationSavedAt,
    trackingId: 'mia-20',
    associateId: 'mia-20',
    market_tags: { de: 'mia-21', 'co.uk': 'mia0b-21' },
  },
  ebay: { ...integrationDefaults.ebay, ...integrationSavedAt, campaignId: '5338123456', publisherId: '5574652453' },
  aliexpress: { ...integrationDefaults.aliexpress, ...integrationSavedAt, trackingId: 'mia', appId: '501234', aff_short_key: '_c3KHLXzD' },
}

const noMigration: AmazonMigration = {
  migration_id: null,
  status: null,
  progress: 0,
  linksFound: 0,
  linksProcessed: 0,
  error: null,
  outcomes: Object.fromEntries(amazonMigrationOutcomes.map((name) => [name, 0])) as AmazonMigration['outcomes'],
  started_at: null,
  finished_at: null,
  undo: null,
}

/** Answers of a project whose links were never migrated. */
export const noMigrationAnswers: Answers = {
  [`GET ${inProject}/migrations/amazon`]: () => noMigration,
  [`GET ${inProject}/migrations/amazon/runs`]: () => [],
}

export function aProduct(changes: Partial<ListedProduct> = {}): ListedProduct {
  return {
    product_id: '0197a000-0000-7000-8000-000000000300',
    name: 'Brass desk lamp',
    slug: 'brass-desk-lamp',
    description: 'A warm light that dims to nothing.',
    image_url: null,
    image_focus: null,
    image_look: null,
    product_url: null,
    attributes: {},
    categories: [],
    urls: [],
    product_linkshelf_url: null,
    active: true,
    in_store: true,
    visibility: { state: 'visible', reason: null, at: null },
    show_from: null,
    show_until: null,
    availability: 'available',
    price: null,
    price_visible: false,
    shops: [],
    pinned: false,
    revision: 'first',
    ...changes,
  }
}

export function aCategory(changes: Partial<ListedCategory> = {}): ListedCategory {
  return {
    category_id: '0197a000-0000-7000-8000-000000000400',
    name: 'Lighting',
    slug: 'lighting',
    color_hex: '#089b71',
    description: null,
    image_url: null,
    show_as_row: false,
    active: true,
    show_from: null,
    show_until: null,
    product_count: 0,
    revision: 'first',
    ...changes,
  }
}

/** The default options of a QR code. */
export function aQrConfig(changes: object = {}) {
  return { logo: null, color: '#000000', background_color: '#ffffff', background_transparent: false, ...changes }
}

export function someDays(...clicks: number[]) {
  return clicks.map((count, index) => ({
    date: new Date(Date.UTC(2025, 10, index + 1)).toISOString().slice(0, 10),
    clicks: count,
    scans: 0,
  }))
}

/** A session as the dashboard stores it. Its access token expires in ten minutes. */
export function aSession(nowMs: number, changes: object = {}) {
  return { userId: 'mia', expiresAtMs: nowMs + 600_000, ...changes }
}

export function aStore(changes: Partial<Store> = {}): Store {
  return {
    store_id: '0197a000-0000-7000-8000-000000000300',
    name: 'Mia’s Finds',
    description: 'What I use every day.',
    main_color: '#089b71',
    secondary_color: '#ebedef',
    language: 'en',
    layout: 'grid',
    picture_ratio: 'square',
    theme: 'plain',
    heading_font: null,
    text_font: null,
    logo: null,
    title: null,
    store_name: null,
    custom_fonts_url: null,
    favicon: null,
    banner_image: null,
    footer_text: null,
    snippet: null,
    disclosure: true,
    disclosure_text: null,
    ad_label: null,
    imprint_url: null,
    newsletter_url: null,
    newsletter_field: null,
    newsletter_heading: null,
    privacy_url: null,
    contact_url: null,
    social_links: [],
    featured_links: [],
    store_linkshelf_url: 'https://sho.rt/@mias-finds',
    store_short_url: 'https://sho.rt/mia',
    active: true,
    revision: 'first',
    ...changes,
  }
}

/** The usage of a Free organization, far below its limit. */
export function aClickUsage(changes: object = {}) {
  return { used: 12, limit: 1_000, hidden: 0, hidden_since: null, resets_on: '2025-12-01', upgrade: null, ...changes }
}

/** A change of the current project by the signed-in user. */
export function anAuditEntry(nth: number, changes: object = {}) {
  return {
    id: `0197a000-0000-7000-8000-0000000008${String(nth).padStart(2, '0')}`,
    eventType: 'project_updated',
    label: 'Project changed',
    date: '2025-11-05T14:03:00.000Z',
    description: 'Renamed project “Reviews” to “Everyday Reviews”',
    metadata: { action: 'project.update', source: 'api', request_id: `r-${nth}` },
    actor: { kind: 'user', id: orgId, name: 'Mia Lindqvist' },
    project: { project_id: projectId, name: 'Everyday Reviews' },
    entity: 'project',
    entity_id: projectId,
    exists: false,
    restorable_ids: [],
    before: null,
    after: null,
    ...changes,
  }
}
