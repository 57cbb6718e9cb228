import { randomUUID } from 'node:crypto'
import type { ClickRecord, PageViewRecord } from '../../src/clicks/journal/records/visit-records.ts'
import { systemIds } from '../../src/platform/ids.ts'

/** A human click in London, on a phone, from Instagram. */
export function aClick(overrides: Partial<ClickRecord> = {}): ClickRecord {
  return {
    id: systemIds.next(),
    at: Date.now(),
    organizationId: randomUUID(),
    projectId: randomUUID(),
    linkId: randomUUID(),
    method: 'GET',
    rule: 'default',
    revision: 1,
    shop: '',
    shopReason: '',
    campaign: '',
    host: '',
    aliasId: '',
    address: '81.2.69.142',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    referrer: 'https://l.instagram.com/',
    acceptLanguage: 'en-GB,en;q=0.9',
    purpose: '',
    country: '',
    query: '',
    ...overrides,
  }
}

/** A view of a product page by the human of `aClick`. */
export function aPageView(overrides: Partial<PageViewRecord> = {}): PageViewRecord {
  const {
    linkId: _,
    rule: _rule,
    revision: _revision,
    shop: _shop,
    shopReason: _reason,
    campaign: _campaign,
    host: _host,
    aliasId: _alias,
    ...request
  } = aClick()
  return { ...request, storeId: randomUUID(), page: 'product', pageId: randomUUID(), ...overrides }
}
