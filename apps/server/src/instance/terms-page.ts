import { termsPath } from '@linkshelf/contract'
import type { Context } from 'hono'
import { pagePolicy, renderPageLayout } from '../layout/index.ts'
import type { Origins } from '../platform/deps.ts'
import { defaultTerms } from './default-terms.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** Makes the answer of the terms page: the default terms, or the way to the operator's own. */
export function makeTermsPage(origins: Origins, { termsUrl, clickRetentionMonths = 13 }: InstanceSettings) {
  const page = defaultTerms(origins, clickRetentionMonths)
  const elsewhere = termsUrl === `${origins.app}${termsPath}` ? undefined : termsUrl
  return async function showTerms(context: Context): Promise<Response> {
    if (elsewhere !== undefined) return context.redirect(elsewhere)
    const { nonce, headers } = pagePolicy(origins.app)
    return context.html((await renderPageLayout(page, nonce)).toString(), 200, headers)
  }
}
