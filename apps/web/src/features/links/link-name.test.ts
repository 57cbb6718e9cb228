import { describe, expect, it } from 'vitest'
import { aLink } from '../../../test/open-dashboard.tsx'
import { formatLinkNames, formatLinks } from './link-name.ts'

const links = ['Headphones', null, 'A desk', 'A kettle', 'Socks'].map((title) => aLink({ title, target: 'https://shop.example/' }))

describe('naming links', () => {
  it('lists the first three names', () => {
    expect(formatLinkNames(links)).toBe('“Headphones”, “shop.example”, “A desk” and 2 more')
    expect(formatLinkNames(links.slice(0, 3))).toBe('“Headphones”, “shop.example”, “A desk”')
  })

  it('formats one link as its name, and several links as their number', () => {
    expect(formatLinks(links.slice(0, 1))).toBe('Headphones')
    expect(formatLinks(links)).toBe('5 links')
  })
})
