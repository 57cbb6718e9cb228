import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { makeReferencePage } from './api-reference-route.ts'
import { describeCalls } from './openapi-document.ts'

const description = await describeCalls('https://app.test')

async function aReference(): Promise<{ page: string; policy: string }> {
  const answer = await new Hono()
    .get('/v1/docs', makeReferencePage(description, '/v1/openapi.json', 'https://app.test'))
    .request('/v1/docs')
  return { page: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
}

/** The part of the page about one call. */
function aboutCall(page: string, id: string): string {
  return new RegExp(`<article id="${id}">.*?</article>`, 's').exec(page)?.[0] ?? ''
}

it('tells every call of the description, each found by its name', async () => {
  const { page } = await aReference()
  const operations = Object.values(description.paths ?? {}).flatMap((path) => [path?.get, path?.post, path?.patch, path?.delete])
  const ids = operations.flatMap((operation) => operation?.operationId ?? [])

  expect(ids.length).toBeGreaterThan(30)
  for (const id of ids) {
    expect(aboutCall(page, id)).not.toBe('')
    expect(page).toContain(`<li><a href="#${id}">`)
  }
})

it('tells the fields, the answers and the errors of a call', async () => {
  const { page } = await aReference()
  const create = aboutCall(page, 'links.create')

  expect(create).toContain('<code>POST</code> <code>/v1/{orgId}/projects/{projectId}/urls</code>')
  for (const told of [
    '<code>orgId</code></dt><dd>in the path: uuid',
    '<code>target</code>',
    'Answer 201',
    'LINK_SLUG_TAKEN',
    'already taken',
  ])
    expect(create).toContain(told)
  expect(aboutCall(page, 'links.delete')).toContain('no body')
  expect(aboutCall(page, 'qrCodes.linkImage')).toContain('png or svg')
  expect(aboutCall(page, 'instance.status')).toContain('without signing in')
  expect(aboutCall(page, 'instance.status')).toContain('<code>parts[].status</code></dt><dd>up or down')
})

it('asks for no script, nobody else and nothing that its policy forbids', async () => {
  const { page, policy } = await aReference()

  expect(page).not.toMatch(/<script|javascript:| on[a-z]+="| style="/)
  expect(page.match(/(?:src|href|action)="(?!\/|#|data:)[^"]*"/g)).toBeNull()
  expect(policy).toContain("default-src 'none'")
  expect(page).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`)
})
