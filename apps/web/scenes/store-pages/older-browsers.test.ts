import { listStoreStyles, pageStyle } from '@linkshelf/storefront'
import { expect, it } from 'vitest'
import { splitStyle } from './older-browsers.ts'
import { sampleStore } from './sample-store.ts'
import { themedStores } from './theme-scenes.ts'

/**
 * Features that only enhance a page. Pages look and work well without these features, and scenes show pages without
 * them. For any other feature, an older declaration that every browser supports must come before it.
 */
const enhancements = [
  '::-webkit-details-marker', // browsers that do not support it have no marker to hide
  '@view-transition', // without it, a page is replaced at once
  'cursor: pointer', // touch screens have no cursor
  'scroll-initial-target', // without it, the visitor swipes to the link of the current category
  'scrollbar-width', // without it, the scroll bar is wider
  'text-wrap', // without it, the lengths of the lines differ more
  'view-transition-name',
]

const styled: [pages: string, styles: string[]][] = [
  ['store', listStoreStyles(sampleStore)],
  ['link', [pageStyle]],
  ...themedStores.map((store): [string, string[]] => [`${store.theme} store`, listStoreStyles(store)]),
]

it.each(styled)('needs no feature on %s pages that browsers inside apps lack', (_pages, styles) => {
  const ignored = styles.flatMap((style) => splitStyle(style).ignored)

  expect(ignored.filter((feature) => !enhancements.includes(feature))).toEqual([])
})

it('lists no enhancement that all browsers support', () => {
  const ignored = new Set([...listStoreStyles(sampleStore), pageStyle].flatMap((style) => splitStyle(style).ignored))

  expect(enhancements.filter((feature) => !ignored.has(feature))).toEqual([])
})

it.each([
  ['a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['a{b{color:red}}', 'nesting'],
  ['a{&:hover{color:red}}', 'nesting'],
  ['a{width:10cqi}', 'cqi'],
  ['a{height:1lh}', 'lh'],
  ['@container (width > 4px){a{color:red}}', '@container'],
  ['@starting-style{a{color:red}}', '@starting-style'],
  ['@media (width > 4px){a{color:red}}', '@media (range)'],
  ['a:user-invalid{color:red}', ':user-invalid'],
  ['a{grid-template-columns:subgrid}', 'grid-template-columns: subgrid'],
  ['a{margin-trim:block}', 'margin-trim'],
  ['a{color:made-up(1)}', 'made-up()'],
])('drops %s', (css, feature) => {
  const { understood, ignored } = splitStyle(`${css}p{margin:0}`)

  expect(ignored).toContain(feature)
  expect(understood).toContain('p{margin:0}')
  expect(understood).not.toMatch(/red|cqi|lh|subgrid|trim|made-up/)
})

it.each(['a:has(b){color:red}', 'a{min-height:100dvh}', '@layer base{a{color:red}}', 'a{display:grid;gap:1px;inset:0}'])(
  'leaves %s as it is',
  (css) => {
    expect(splitStyle(css)).toEqual({ understood: css, ignored: [] })
  },
)
