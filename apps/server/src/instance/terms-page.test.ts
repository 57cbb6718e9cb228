import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createTermsRoute } from './terms-page.ts'

const origins = { app: 'https://app.test', public: 'https://go.test' }

function requestTerms(termsUrl?: string): Response | Promise<Response> {
  return new Hono().get('/terms', createTermsRoute(origins, { termsUrl })).request('/terms')
}

it('shows the default terms without sign-in, without a script and with a policy that allows none', async () => {
  const response = await requestTerms()
  const page = await response.text()

  expect(response.status).toBe(200)
  for (const text of ['<h1>Terms of Service</h1>', 'app.test', 'go.test', 'phishing', 'warranty']) expect(page).toContain(text)
  expect(page).not.toMatch(/<script|javascript:| on[a-z]+="| style="/)
  expect(page.match(/(?:src|href|action)="(?!\/|data:)[^"]*"/g)).toBeNull()
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`)
})

it("redirects to the operator's own terms", async () => {
  const response = await requestTerms('https://example.com/terms?lang=en')

  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/terms?lang=en'])
})

it('does not redirect to itself', async () => {
  expect((await requestTerms('https://app.test/terms')).status).toBe(200)
})
