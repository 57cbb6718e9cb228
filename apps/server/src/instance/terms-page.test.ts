import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { makeTermsPage } from './terms-page.ts'

const origins = { app: 'https://app.test', public: 'https://go.test' }

function ask(termsUrl?: string, clickRetentionMonths?: number): Response | Promise<Response> {
  return new Hono()
    .get('/terms', makeTermsPage(origins, { termsUrl, ...(clickRetentionMonths && { clickRetentionMonths }) }))
    .request('/terms')
}

it('shows the default terms to anybody, without a script and under a policy that lets none run', async () => {
  const answer = await ask()
  const page = await answer.text()

  expect(answer.status).toBe(200)
  for (const told of ['<h1>Terms of Service</h1>', 'app.test', 'go.test', 'phishing', 'warranty']) expect(page).toContain(told)
  expect(page).not.toMatch(/<script|javascript:| on[a-z]+="| style="/)
  expect(page.match(/(?:src|href|action)="(?!\/|data:)[^"]*"/g)).toBeNull()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`)
})

it.each([
  [undefined, 'deleted after 13 months,'],
  [25, 'deleted after 25 months,'],
  [1, 'deleted after a month,'],
])('says for how long single clicks are kept: %s', async (months, told) => {
  expect(await (await ask(undefined, months)).text()).toContain(told)
})

it("leads to the operator's own terms where there are some", async () => {
  const answer = await ask('https://example.com/terms?lang=en')

  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/terms?lang=en'])
})

it('does not run in a circle when its own address is named', async () => {
  expect((await ask('https://app.test/terms')).status).toBe(200)
})
