import { termsPath } from '@linkshelf/contract'
import type { Context } from 'hono'
import { pagePolicy, renderPageLayout } from '../layout/index.ts'
import type { Origins } from '../platform/deps.ts'
import { defaultTerms } from './default-terms.ts'
import type { InstanceSettings } from './instance-settings.ts'

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
