import { termsPath } from '@linkshelf/contract'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { type Page, pagePolicy, renderPageLayout } from '../layout/index.ts'
import type { Origins } from '../platform/deps.ts'
import type { InstanceSettings } from './instance.ts'

/** The handler of the terms page: shows the default terms, or redirects to the operator's own. */
export function createTermsRoute(origins: Origins, { termsUrl, clickRetentionMonths = 13 }: InstanceSettings) {
  const page = defaultTerms(origins, clickRetentionMonths)
  const externalUrl = termsUrl === `${origins.app}${termsPath}` ? undefined : termsUrl
  return async function termsRoute(context: Context): Promise<Response> {
    if (externalUrl !== undefined) return context.redirect(externalUrl)
    const { nonce, headers } = pagePolicy(origins.app)
    return context.html((await renderPageLayout(page, nonce)).toString(), 200, headers)
  }
}

/**
 * Terms for an instance whose operator wrote none. Their statements about data describe the program. `clickMonths` is
 * how long click records are stored.
 */
function defaultTerms(origins: Origins, clickMonths: number): Page {
  const [app, links] = [new URL(origins.app).host, new URL(origins.public).host]
  return {
    heading: 'Terms of Service',
    layout: 'article',
    body: html`<p class="lead">These terms apply to everyone who uses ${app} and the short links of ${links}.</p>

      <h2>The service</h2>
      <p>Linkshelf creates short links, redirects their visitors and counts the clicks. This instance is run by its operator, who alone is
        responsible for it and may replace these terms with their own. The authors of the software do not run it.</p>

      <h2>Prohibited use</h2>
      <p>Short links must not be used for:</p>
      <ul>
        <li>phishing, fraud or impersonation;</li>
        <li>malware or unwanted software;</li>
        <li>spam, in any form;</li>
        <li>content or goods that are illegal where they are offered;</li>
        <li>attacks on this or other services, or circumventing its limits.</li>
      </ul>
      <p>The operator may block a link or close an account used for any of these, immediately and without notice.</p>

      <h2>Affiliate links</h2>
      <p>If you are paid for purchases made through a link, you must disclose it as the law and the retailer's program require. You are
        responsible for where your links lead.</p>

      <h2>Data recorded about visits</h2>
      <p>When someone follows a short link, we record: the time, the link, country, region and city, type of device, browser and operating
        system, language, the referring site, the campaign in the link, and whether a QR code was scanned. The IP address is used to determine
        the location and to tell visitors apart; it is not stored. No cookie is set.</p>
      <p>To count visitors, each visit carries a key that is valid for one day. The secret that creates it is deleted within 48 hours; after
        that nobody can tell whose key it was, or whether two days had the same visitor. Click records are deleted after ${clickMonths === 1 ? '1 month' : `${clickMonths} months`},
        one calendar month at a time, so a record may be stored up to a month longer. Totals that identify no visitor are kept.</p>

      <h2>Data recorded about accounts</h2>
      <p>Your name, your email address, a hash of your password from which it cannot be recovered, and the content you enter. Cookies are set
        only for signing in.</p>

      <h2>No warranty</h2>
      <p>The service is provided as is. To the extent permitted by law, there is no warranty that it is available, free of errors or fit for a
        particular purpose, and no liability for damages resulting from its use. The operator may change these terms or end the service; by
        continuing to use it after a change, you accept the new terms.</p>`,
  }
}
