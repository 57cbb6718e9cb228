import { describe, expect, it } from 'vitest'
import { hasScreen } from './screen-paths.ts'
import { findCurrentPath, flattenGroups, listSidebarEntries, personalEntries } from './sidebar-entries.ts'

const earn = { Earn: ['Retailers', 'Earnings', 'Link check', 'YouTube'] }
const commonEntries = ['Dashboard', 'Links', 'Analytics', earn]

function listLabels(hasStorePage: boolean, hasProductPage: boolean) {
  return toLabels(listSidebarEntries({ hasStorePage, hasProductPage }))
}

function toLabels(items: ReturnType<typeof listSidebarEntries>) {
  return items.map((item) => ('to' in item ? item.label : { [item.label]: item.entries.map(({ label }) => label) }))
}

describe('the sidebar', () => {
  it.each([
    ['both pages are enabled', true, true, [{ Store: ['Store Settings', 'Products', 'Categories'] }]],
    ['only the store page is enabled', true, false, [{ Store: ['Store Settings', 'Products', 'Categories'] }]],
    ['only the product page is enabled', false, true, [{ Store: ['Products', 'Categories'] }]],
    ['both pages are disabled', false, false, []],
  ])('has the allowed entries if %s', (_title, hasStorePage, hasProductPage, store) => {
    expect(listLabels(hasStorePage, hasProductPage)).toEqual([...commonEntries, ...store, 'Settings'])
  })

  it('has no store entries if there is no organization', () => {
    expect(toLabels(listSidebarEntries(undefined))).toEqual([...commonEntries, 'Settings'])
  })

  it('has only entries with a screen', () => {
    const items = listSidebarEntries({ hasStorePage: true, hasProductPage: true })

    expect([...flattenGroups(items), ...personalEntries].filter(({ to }) => !hasScreen(to))).toEqual([])
  })

  it.each([
    ['/', '', '/'],
    ['/links', '?search=lamp', '/links'],
    ['/links/report', '?problem=broken', '/links/report'],
    ['/links/some-link/settings', '', '/links'],
    ['/analytics', '?tab=sources', '/analytics'],
    ['/analytics', '?from=2026-09-01&tab=earnings', '/analytics?tab=earnings'],
    ['/analytics/link/some-link', '?tab=earnings', '/links'],
    ['/settings/integrations', '?retailer=ebay', '/settings/integrations'],
    ['/settings/youtube', '?channel=some-channel', '/settings/youtube'],
    ['/settings/profile', '', '/settings'],
    ['/settings/labels', '', '/settings'],
    ['/invitations/some-token', '', undefined],
    ['/store/products/new', '', '/store/products'],
  ])('marks one entry at %s%s: %s', (pathname, search, expected) => {
    expect(findCurrentPath(listSidebarEntries({ hasStorePage: true, hasProductPage: true }), { pathname, search })).toBe(expected)
  })
})
