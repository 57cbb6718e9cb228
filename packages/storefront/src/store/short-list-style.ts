// Styles of lists with one to three products, which would leave columns empty.
import type { StoreLayout } from '@linkshelf/contract'
import { formatLeadCard } from './product-style.ts'

/** Maximum number of products in a list that uses these styles. */
export const fewProductsMax = 3

/**
 * Returns the style of a card of the whole width. It shows its text even on a phone, and has larger letters than cards
 * in two columns.
 */
function formatWholeCard(card: string): string {
  return `${card}{grid-column:1/-1}${card} .picture{aspect-ratio:3/2}${card} .summary{display:-webkit-box}${card} :is(h2,h3){font-size:1.3125rem}${card} .buy{min-height:2.75rem;font-size:1rem}`
}

/**
 * Returns the styles of a list with one to three products. One product has the whole width. Two or three products share
 * it.
 */
function formatColumns(layout: 'grid' | 'top'): string {
  const cards = `.${layout} main>.cards`
  const only = `${cards}>.card:only-child`
  return [
    `@media(min-width:40.01rem){${cards}{grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}${cards}:not(:has(>:nth-child(3)))>.card .picture{aspect-ratio:4/3}}`,
    formatWholeCard(only),
    layout === 'grid' ? `@media(max-width:40rem){${formatWholeCard(`${cards}>.card:first-child:nth-last-child(3)`)}}` : '',
    `@media(min-width:48rem){${formatLeadCard(only)}}`,
  ].join('')
}

const onlyRow = '.left main>.cards>.card:only-child'

/** Styles of short lists by layout. The layout Magazine is missing, because its rows are always full. */
export const fewStyles: Partial<Record<StoreLayout, string>> = {
  grid: formatColumns('grid'),
  top: formatColumns('top'),
  left: `@media(min-width:48rem){.left main>.cards{grid-template-columns:repeat(auto-fit,minmax(23rem,1fr))}${formatLeadCard(onlyRow)}${onlyRow} .picture{max-width:none;aspect-ratio:3/2}${onlyRow} .cutout{max-width:none}}`,
  list: '@media(min-width:48rem){.list main>.cards :is(.cutout,.picture){width:11rem}.list main>.cards .body{padding:1.25rem 1.5rem}.list main>.cards :is(h2,h3){font-size:1.25rem}}',
}
