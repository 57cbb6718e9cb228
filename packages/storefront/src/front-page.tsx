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
        Visits are counted by country, device type and referring site. Your IP address is not stored, and no cookies are set.
      </p>
    </PageLayout>
  )
}
