import { type Product, storeMessages, type Visibility } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { storeQuery } from '../../stores/store-queries.ts'
import { useShowInStore } from './use-show-in-store.ts'
import classes from './visibility.module.css'
import { ShowInStoreButton, useVisibility, VisibilityStatus } from './visibility-status.tsx'

interface VisibilityNoteProps {
  scope: ProjectScope
  product: Product
  /** The time zone of the project. */
  timeZone: string
  /** Whether the organization has store pages. */
  hasStorePage: boolean
}

/** Says what visitors see of the saved product, why, and how to change it. */
export function VisibilityNote({ scope, product, timeZone, hasStorePage }: VisibilityNoteProps) {
  const group = useRef<HTMLElement>(null)
  const { data: store } = useQuery(storeQuery(scope))
  const showInStore = useShowInStore(scope, store)
  const visibility = useVisibility(product, { store, hasStorePage })
  const isAbsent = hasStorePage && !product.in_store
  return (
    <section ref={group} aria-label="Visibility" tabIndex={-1} className={classes.note}>
      <VisibilityStatus visibility={visibility} timeZone={timeZone} />
      <Text size="sm" c="dimmed" component="span">
        {explainVisibility({ product, visibility, hasStorePage })}
      </Text>
      {isAbsent && showInStore && <ShowInStoreButton product={product} onShow={showInStore} focusAfter={() => group.current} />}
    </section>
  )
}

interface ExplainedProduct {
  product: Product
  visibility: Visibility
  hasStorePage: boolean
}

function explainVisibility({ product, visibility: { state, reason }, hasStorePage }: ExplainedProduct): string {
  if (reason === 'no_store') return hasStorePage ? 'Visitors see products once you have a store.' : storeMessages.notEnabled
  if (reason === 'store_hidden') {
    const change = ' To show the store, ask the operator of this Linkshelf to enable stores.'
    return `Your store is hidden, so visitors don’t see this product either.${hasStorePage ? '' : change}`
  }
  switch (state) {
    case 'visible':
      return hasStorePage ? 'Visitors of your store see this product.' : 'Visitors see the page of this product.'
    case 'unavailable':
      return hasStorePage
        ? 'Visitors of your store see this product, marked as unavailable.'
        : 'Visitors see the page of this product, which marks it as unavailable.'
    case 'hidden': {
      const change = product.active ? 'choose another availability' : 'switch on Active'
      return `To show this product, ${change}.${product.in_store || !hasStorePage ? '' : ' The product is not in the store either.'}`
    }
    case 'not_in_store':
      return 'This product is in your project, but not in your store.'
    case 'scheduled':
      return 'Visitors don’t see this product until then.'
    case 'ended':
      return 'To show this product again, change “Show until”.'
  }
}
