import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createApiReferenceRoute } from './api-reference-page.ts'
import { createOpenApiDocument } from './openapi-document.ts'

const document = await createOpenApiDocument('https://app.test')

async function openReference(): Promise<{ page: string; policy: string }> {
  const response = await new Hono()
    .get('/v1/docs', createApiReferenceRoute(document, '/v1/openapi.json', 'https://app.test'))
    .request('/v1/docs')
  return { page: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

/** The section of the page about one call. */
function sectionOf(page: string, id: string): string {
  return new RegExp(`<article id="${id}">.*?</article>`, 's').exec(page)?.[0] ?? ''
}

it('lists every call of the document, each with an anchor', async () => {
  const { page } = await openReference()
  const operations = Object.values(document.paths ?? {}).flatMap((path) => [path?.get, path?.post, path?.patch, path?.delete])
  const ids = operations.flatMap((operation) => operation?.operationId ?? [])

  expect(ids.length).toBeGreaterThan(30)
  for (const id of ids) {
    expect(sectionOf(page, id)).not.toBe('')
    expect(page).toContain(`<li><a href="#${id}">`)
    expect(sectionOf(page, id)).toContain('<code>curl ')
  }
})

it('lists the fields, the responses and the errors of a call', async () => {
  const { page } = await openReference()
  const create = sectionOf(page, 'links.create')

  expect(create).toContain('<code class="method">POST</code> <code>/v1/{orgId}/projects/{projectId}/urls</code>')
  for (const text of [
    '<code>orgId</code></dt><dd>in the path: uuid',
    '<code>target</code>',
    'Response 201',
    'LINK_SLUG_TAKEN',
    'already taken',
  ])
    expect(create).toContain(text)
  expect(sectionOf(page, 'links.delete')).toContain('no body')
  expect(sectionOf(page, 'qrCodes.linkImage')).toContain('png or svg')
  expect(sectionOf(page, 'instance.status')).toContain('without signing in')
  expect(sectionOf(page, 'instance.status')).toContain('<code>parts[].status</code></dt><dd>up or down')
})

it('uses no other origin and nothing that its content security policy forbids', async () => {
  const { page, policy } = await openReference()

  expect(page).not.toMatch(/javascript:| on[a-z]+="| style="/)
  expect(page.match(/ (?:src|href|action)="(?!\/|#|data:)[^"]*"/g)).toBeNull()
  expect(policy).toContain("default-src 'none'")
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(page).toContain(`<style nonce="${nonce}">`)
  expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
})
