import { directionOf } from '@linkshelf/contract'
import type { ReactNode } from 'react'
import { getTexts } from '../texts/get-texts.ts'
import { Shelf, ShelfDefinition } from './parts/pictures.tsx'
import { StoreHeader } from './parts/store-header.tsx'
import { type StoreData, storePaths } from './store-data.ts'
import { StoreHead, type StoreHeadProps } from './store-head.tsx'

interface StoreDocumentProps extends StoreHeadProps {
  store: StoreData
  /** Whether the page is the first page of the store, which introduces the store. */
  isStart?: boolean
  /** Whether the page has its own heading. If not, the store's name is the heading. */
  hasHeading: boolean
  children: ReactNode
}

/** The HTML document of all pages of a store. It needs no script. */
export function StoreDocument({ isStart = false, hasHeading, children, ...head }: StoreDocumentProps) {
  const { store } = head
  return (
    <html lang={store.language} dir={directionOf(store.language)}>
      <StoreHead {...head} />
      <body className={`${store.layout} ${store.pictureRatio}${store.theme === 'plain' ? '' : ` ${store.theme}`}`}>
        <a className="skip" href="#content">
          {getTexts(store.language).skipToContent}
        </a>
        <ShelfDefinition />
        <StoreHeader store={store} isLarge={isStart} isMainHeading={!hasHeading} />
        {children}
        <StoreFooter store={store} />
      </body>
    </html>
  )
}

/** The owner's footer text, and links to legal pages. */
function StoreFooter({ store }: { store: StoreData }) {
  const { imprint, privacy, contact } = getTexts(store.language)
  const legal = [
    [imprint, store.imprintUrl],
    [privacy, store.privacyUrl],
    [contact, store.contactUrl],
  ].filter((link): link is [string, string] => link[1] !== null)
  return (
    <footer>
      <div className="frame">
        <p dir="auto">{store.footerText ?? store.displayName ?? store.name}</p>
        {legal.length > 0 ? (
          <ul className="legal">
            {legal.map(([name, href]) => (
              <li key={name}>
                <a href={href} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </footer>
  )
}

/** The page for an address that the store does not have, or no longer has. */
export function StoreMissingPage({ store, origin }: { store: StoreData; origin: string }) {
  const texts = getTexts(store.language)
  return (
    <StoreDocument
      store={store}
      hasHeading={true}
      origin={origin}
      title={`${texts.missingTitle} · ${store.displayName ?? store.name}`}
      description={null}
      canonicalUrl={undefined}
    >
      <main id="content" className="frame missing">
        <Shelf />
        <h1>{texts.missingHeading}</h1>
        <p>{texts.missingReason}</p>
        {store.hasStorePage ? (
          <a className="buy" href={storePaths.store(store)}>
            {texts.seeAllProducts}
          </a>
        ) : null}
      </main>
    </StoreDocument>
  )
}
