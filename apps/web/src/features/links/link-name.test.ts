import { describe, expect, it } from 'vitest'
import { aLink } from '../../../test/open-dashboard.tsx'
import { linksByName, linksInShort } from './link-name.ts'

const links = ['Headphones', null, 'A desk', 'A kettle', 'Socks'].map((title) => aLink({ title, target: 'https://shop.example/' }))

describe('naming links', () => {
  it('names the first three', () => {
    expect(linksByName(links)).toBe('Headphones, shop.example, A desk and 2 more')
    expect(linksByName(links.slice(0, 3))).toBe('Headphones, shop.example, A desk')
  })

  it('names one, and counts several', () => {
    expect(linksInShort(links.slice(0, 1))).toBe('Headphones')
    expect(linksInShort(links)).toBe('5 links')
  })
})
