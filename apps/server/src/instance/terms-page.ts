import { privacyPath, termsPath } from '@linkshelf/contract'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { createPagePolicy, type Page, renderPageLayout } from '../layout/index.ts'
import type { Origins } from '../platform/deps.ts'
import type { InstanceSettings } from './instance.ts'

/** Creates a handler that shows the default terms, or redirects to the operator's own terms. */
export function createTermsRoute(origins: Origins, { termsUrl }: InstanceSettings) {
  return createArticleRoute(origins, { path: termsPath, page: defaultTerms(origins), ownUrl: termsUrl })
}

/**
 * Creates a handler that redirects to the operator's own page. If there is no such page, or its address is `path`, the
 * handler shows `page`.
 */
export function createArticleRoute(origins: Origins, { path, page, ownUrl }: { path: string; page: Page; ownUrl: string | undefined }) {
  return async function articleRoute(context: Context): Promise<Response> {
    if (ownUrl !== undefined && ownUrl !== `${origins.app}${path}`) return context.redirect(ownUrl)
    const { nonce, headers } = createPagePolicy(origins.app)
    return context.html((await renderPageLayout(page, nonce)).toString(), 200, headers)
  }
}

function defaultTerms(origins: Origins): Page {
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

      <h2>Your data</h2>
      <p><a href="${privacyPath}">Privacy</a> says what is recorded about visits and accounts.</p>

      <h2>No warranty</h2>
      <p>The service is provided as is. To the extent permitted by law, there is no warranty that it is available, free of errors or fit for a
        particular purpose, and no liability for damages resulting from its use. The operator may change these terms or end the service; by
        continuing to use it after a change, you accept the new terms.</p>`,
  }
}
