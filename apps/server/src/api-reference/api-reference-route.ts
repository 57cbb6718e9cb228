import { pagePolicy, renderPageLayout } from '../layout/index.ts'
import { apiReferencePage } from './api-reference-page.ts'
import { describedModules } from './described-modules.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/**
 * The handler of the API reference page, where scripts only copy and mark. The document it describes is
 * published at `documentPath`.
 */
export function createApiReferenceRoute(document: OpenApiDocument, documentPath: string, appOrigin: string) {
  const page = apiReferencePage(describedModules(document), { appOrigin, documentPath })
  return async function apiReferenceRoute(): Promise<Response> {
    const { nonce, headers } = pagePolicy(appOrigin)
    const html = await renderPageLayout(page, nonce)
    return new Response(html.toString(), { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
  }
}
