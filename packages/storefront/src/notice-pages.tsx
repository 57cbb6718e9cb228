import { PageLayout } from './page-layout.tsx'

/** The page of the short domain itself. `host` is its name. */
export function FrontPage({ host }: { host: string }) {
  return (
    <PageLayout heading="This domain serves short links" picture="link">
      <p>
        You have a link that begins with <strong>{host}</strong>? Open the full address, including the part after the slash, to reach its
        destination.
      </p>
      <p className="aside">
        Visits are counted by country, device type and referring site. No database stores your IP address, and no cookies are set.
      </p>
    </PageLayout>
  )
}

/** The slug does not exist. The page contains nothing about it, so it is the same for every slug. */
export function LinkNotFoundPage() {
  return (
    <PageLayout heading="Link not found" picture="missing">
      <p>The address may be mistyped or incomplete. It is case-sensitive, so copy and paste it instead of typing it.</p>
      <p className="aside">If someone sent you this link, ask them for a new one.</p>
    </PageLayout>
  )
}

export function LinkRemovedPage() {
  return (
    <PageLayout heading="This link was removed" picture="removed">
      <p>Its owner has deleted it. The address will not be used for another link.</p>
      <p className="aside">The page it led to may still exist: try the site where you found the link.</p>
    </PageLayout>
  )
}

/** The link could not be loaded: whether it exists is unknown. */
export function BusyPage() {
  return (
    <PageLayout heading="Temporarily unavailable" picture="wait">
      <p>This link can’t be loaded right now. Please try again in a moment.</p>
      <TryAgain />
    </PageLayout>
  )
}

/** The link led to itself, directly or through other links. */
export function LoopPage() {
  return (
    <PageLayout heading="This link leads to itself" picture="missing">
      <p>It redirects in a circle, so there is no page to show.</p>
      <p className="aside">If someone sent you this link, ask them for the address of the page.</p>
    </PageLayout>
  )
}

/** Reloads the page without a script. */
function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty reference is the page's own address
    <a className="button" href="">
      Try again
    </a>
  )
}

/** No active store, category or product has this address. */
export function StoreNotFoundPage() {
  return (
    <PageLayout heading="Store page not found" picture="missing">
      <p>The address may be mistyped, or the owner has hidden or removed this page.</p>
      <p className="aside">If someone sent you this link, ask them for a new one.</p>
    </PageLayout>
  )
}
