import type { Context } from 'hono'
import { pagePolicy, renderPageLayout } from '../layout/index.ts'
import { referencePage } from './api-reference-page.ts'
import { describedRooms } from './described-modules.ts'
import type { ApiDescription } from './openapi-document.ts'

/** Makes the answer of the page about the API: whole without a script, and made of what is published at `descriptionPath`. */
export function makeReferencePage(description: ApiDescription, descriptionPath: string, appOrigin: string) {
  const page = referencePage(describedRooms(description), descriptionPath)
  return async function showReference(context: Context): Promise<Response> {
    const { nonce, headers } = pagePolicy(appOrigin)
    return context.html((await renderPageLayout(page, nonce)).toString(), 200, headers)
  }
}
