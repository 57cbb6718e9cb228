import { PageLayout } from '../page-layout.tsx'

/** No active store, category or product has this address. */
export function StoreNotFoundPage() {
  return (
    <PageLayout heading="Store page not found" picture="missing">
      <p>The address may be mistyped, or the owner has hidden or removed this page.</p>
      <p className="aside">If someone sent you this link, ask them for a new one.</p>
    </PageLayout>
  )
}
