import { describe, expect, it } from 'vitest'
import { filterByScreen, sidebarEntries } from './sidebar-entries.ts'

const everywhere = ['Dashboard', 'Links', 'Analytics']

function labelsFor(hasStorePage: boolean, hasProductPage: boolean) {
  return labels(sidebarEntries({ hasStorePage, hasProductPage }))
}

function labels(items: ReturnType<typeof sidebarEntries>) {
  return items.map((item) => ('to' in item ? item.label : { [item.label]: item.entries.map(({ label }) => label) }))
}

describe('the sidebar', () => {
  it.each([
    ['both pages are enabled', true, true, [{ Store: ['Store Settings', 'Products', 'Categories'] }]],
    ['only the store page is enabled', true, false, [{ Store: ['Store Settings', 'Products', 'Categories'] }]],
    ['only the product page is enabled', false, true, [{ Store: ['Products', 'Categories'] }]],
    ['both pages are disabled', false, false, []],
  ])('holds what it may when %s', (_title, hasStorePage, hasProductPage, store) => {
    expect(labelsFor(hasStorePage, hasProductPage)).toEqual([...everywhere, ...store])
  })

  it('holds no store before an organization is known', () => {
    expect(labels(sidebarEntries(undefined))).toEqual(everywhere)
  })

  it('leaves out what has no screen, and a group that has none left', () => {
    const items = sidebarEntries({ hasStorePage: true, hasProductPage: true })

    expect(labels(filterByScreen(items, (path) => path !== '/analytics' && path !== '/store/settings'))).toEqual([
      'Dashboard',
      'Links',
      { Store: ['Products', 'Categories'] },
    ])
    expect(labels(filterByScreen(items, (path) => !path.startsWith('/store')))).toEqual(everywhere)
  })
})
