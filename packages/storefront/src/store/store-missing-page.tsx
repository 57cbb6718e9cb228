import { Shelf } from './parts/shelf.tsx'
import { type StoreData, storePaths } from './store-data.ts'
import { StoreDocument } from './store-document.tsx'

/** A page that the store does not have, or has no more. */
export function StoreMissingPage({ store, origin }: { store: StoreData; origin: string }) {
  return (
    <StoreDocument
      store={store}
      isStorePage={false}
      origin={origin}
      title={`Page not found · ${store.displayName ?? store.name}`}
      description={null}
      canonicalPath={undefined}
    >
      <main id="content" className="frame missing">
        <Shelf />
        <h1>This page is gone</h1>
        <p>The product or category you are looking for was removed, or its address is mistyped.</p>
        {store.hasStorePage ? (
          <a className="buy" href={storePaths.store(store)}>
            See all products
          </a>
        ) : null}
      </main>
    </StoreDocument>
  )
}
