import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createApiReferenceRoute } from './api-reference-page.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { listOperations } from './schemas.ts'

const document = await createOpenApiDocument('https://app.test')
const { page, policy } = await openReference({ hasPlans: true })

async function openReference({ hasPlans }: { hasPlans: boolean }): Promise<{ page: string; policy: string }> {
  const response = await new Hono()
    .get('/v1/docs', createApiReferenceRoute(document, { appOrigin: 'https://app.test', documentPath: '/v1/openapi.json', hasPlans }))
    .request('/v1/docs')
  return { page: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}

/** Returns the page's section about one call or object. */
function findSection(id: string): string {
  return new RegExp(`<article id="${id}">.*?</article>`, 's').exec(page)?.[0] ?? ''
}

function findSectionText(id: string): string {
  return findSection(id)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it('lists every call of the document with an anchor, a curl command and a TypeScript example', () => {
  const ids = listOperations(document).flatMap((operation) => operation.operationId ?? [])

  expect(ids.length).toBeGreaterThan(200)
  for (const id of ids) {
    const section = findSection(id)
    expect([id, page.includes(`<li><a href="#${id}">`)]).toEqual([id, true])
    expect([id, /aria-label="Request, curl"[^>]*><code>curl /.test(section)]).toEqual([id, true])
    expect([id, /aria-label="Request, TypeScript"[^>]*><code>.*fetch\(/s.test(section)]).toEqual([id, true])
  }
  const anchors = Array.from(page.matchAll(/ href="#([^"]*)"/g), ([, id]) => id)
  expect(anchors.filter((id) => !page.includes(` id="${id}"`))).toEqual([])
})

it("shows each field's type, meaning, limits and values", () => {
  const create = findSectionText('links.create')

  for (const text of [
    'POST /v1/{orgId}/projects/{projectId}/urls For owners and members of the organization, not for viewers.',
    'orgId UUID required The id of the organization',
    'target text required The destination: where visitors are redirected to at most 2,048 characters',
    'only the first part can be go at most 200 characters',
    'labels list of text The labels of the link, by name; new names are created in the project at most 50 entries',
    'place text or null',
    'Response 201 One Link',
    'LINK_SLUG_TAKEN This short name is already taken.',
  ])
    expect(create).toContain(text)
  expect(findSectionText('links.delete')).toContain('Response 204 no body')
  expect(findSectionText('links.list')).toContain('A list of Link')
  expect(findSectionText('qrCodes.linkImage')).toContain('format text The format of the picture default &quot;png&quot; One of png svg')
  expect(findSectionText('labels.create')).toContain('matches ^#[0-9a-fA-F]{6}$')
  expect(findSectionText('instance.status')).toContain('Available without signing in.')
  expect(findSectionText('instance.status')).toContain('Fields of parts name text The part One of redirects database analytics status text')
  expect(findSectionText('sessions.list')).toContain('API keys are rejected.')
  expect(findSectionText('uploads.create')).toContain('Form (multipart/form-data) file file')
})

it('describes an object that several calls return only once, as JSON and as a TypeScript type', () => {
  const link = findSectionText('Link')

  expect(link).toContain('url URL The short URL, which visitors open')
  expect(link).toContain('health object What checks say about the destination Fields of health state text')
  expect(link).toContain('interface Link { url_id : string')
  expect(findSection('links.get')).toContain('One <a href="#Link">Link</a>')
  expect(findSection('links.get')).not.toContain('The short URL, which visitors open')
  expect(findSectionText('Organization')).toContain('projects list of Project The projects of the organization')
})

it('does not mention plans if the instance has none', async () => {
  const findLimitsSection = (html: string) => /<section class="guide" id="limits".*?<\/section>/s.exec(html)?.[0] ?? ''

  expect(findLimitsSection(page)).toContain('A plan includes a number of requests')
  const withoutPlans = findLimitsSection((await openReference({ hasPlans: false })).page)
  expect(withoutPlans).toContain('Requests with API keys have no monthly quota here')
  expect(withoutPlans).toContain('Changes are limited by hour')
  expect(withoutPlans).not.toMatch(/plan/i)
})

it('uses no other origin, and nothing that its content security policy forbids', () => {
  expect(page).not.toMatch(/javascript:| on[a-z]+="| style="/)
  expect(page.match(/ (?:src|href|action)="(?!\/|#|data:)[^"]*"/g)).toBeNull()
  expect(policy).toContain("default-src 'none'")
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(page).toContain(`<style nonce="${nonce}">`)
  expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
})
