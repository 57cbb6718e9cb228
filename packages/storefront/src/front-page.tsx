import { PageLayout } from './page-frame.tsx'

/** For whoever opens the short domain itself. `host` is its name. */
export function FrontPage({ host }: { host: string }) {
  return (
    <PageLayout heading="Short links live here" place="link">
      <p>
        Somebody gave you an address that begins with <strong>{host}</strong>? Open the whole of it, with what comes after the slash, and
        you are sent on to the page they meant.
      </p>
      <p className="aside">
        We count visits by country, kind of device and the site they came from. Your IP address is not kept, and nothing is left in your
        browser.
      </p>
    </PageLayout>
  )
}
