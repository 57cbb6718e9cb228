import type { ReactNode } from 'react'
import { ShelfDefinition } from './parts/shelf.tsx'
import { StoreFooter } from './parts/store-footer.tsx'
import { StoreHead, type StoreHeadProps } from './parts/store-head.tsx'
import { StoreHeader } from './parts/store-header.tsx'
import type { StoreData } from './store-data.ts'

export interface StoreDocumentProps extends StoreHeadProps {
  store: StoreData
  /** The store's name is the main heading of its own pages only. */
  isStorePage: boolean
  children: ReactNode
}

/** The HTML document of every page of a store. It needs no script. */
export function StoreDocument({ isStorePage, children, ...head }: StoreDocumentProps) {
  const { store } = head
  return (
    <html lang="en">
      <StoreHead {...head} />
      <body className={store.layout}>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <ShelfDefinition />
        <StoreHeader store={store} isMainHeading={isStorePage} />
        {children}
        <StoreFooter store={store} />
      </body>
    </html>
  )
}
