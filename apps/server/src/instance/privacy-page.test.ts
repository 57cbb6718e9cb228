import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { InstanceSettings } from './instance.ts'
import { createPrivacyRoute } from './privacy-page.ts'

const origins = { app: 'https://app.test', public: 'https://go.test' }

function requestPrivacy(settings: InstanceSettings = {}, hasPlans = true): Response | Promise<Response> {
  return new Hono().get('/privacy', createPrivacyRoute({ origins, hasPlans }, settings)).request('/privacy')
}

it("says without sign-in who is responsible, and shows the operator's address as text", async () => {
  const response = await requestPrivacy({ operatorAddress: 'Mia Baker, Shelf Lane 1, mia@example.com <b>' })
  const page = await response.text()

  expect(response.status).toBe(200)
  expect(page).toContain('<h1>Privacy</h1>')
  expect(page).toContain('Mia Baker, Shelf Lane 1, mia@example.com &lt;b&gt;')
  expect(page).not.toMatch(/<script|javascript:| on[a-z]+="| style="/)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it('says that the operator set no address', async () => {
  expect(await (await requestPrivacy()).text()).toContain('The operator has not given an address here.')
})

it.each([
  [undefined, 'deleted after 13 months,'],
  [25, 'deleted after 25 months,'],
  [1, 'deleted after 1 month,'],
])('states how long click records are stored: %s', async (months, text) => {
  expect(await (await requestPrivacy(months === undefined ? {} : { clickRetentionMonths: months })).text()).toContain(text)
})

it.each([
  [7, 'and the newest 7 are stored. So what is deleted disappears from the back-ups after about 7 nights;'],
  [1, 'and one back-up is stored. So what is deleted disappears from the back-ups after about 1 night;'],
  [undefined, 'This program makes no back-ups by itself here.'],
])('states how long back-ups are stored: %s', async (backupCopies, text) => {
  expect(await (await requestPrivacy({ backupCopies })).text()).toContain(text)
})

it('names what is recorded about a visit, how long its IP address is stored, and what a shop receives', async () => {
  const page = (await (await requestPrivacy()).text()).replaceAll(/\s+/g, ' ')

  for (const text of [
    'where it led',
    'the campaign or video that the link names',
    'It reaches no database: it is in a file of the server until the visit is counted',
    'A shop gets the random ID of a visit if the owner of the link asks it to report sales.',
    'of each attempt to sign in and of requests that we reject',
    'Links and products that you delete can be restored for 30 days.',
    'The activity log keeps the values that it recorded, the short name of an erased link stays reserved, and back-ups keep the content until they are deleted.',
  ])
    expect(page).toContain(text)
})

it("redirects to the operator's own page, and not to itself", async () => {
  const own = await requestPrivacy({ privacyUrl: 'https://example.com/privacy' })

  expect([own.status, own.headers.get('location')]).toEqual([302, 'https://example.com/privacy'])
  expect((await requestPrivacy({ privacyUrl: 'https://app.test/privacy' })).status).toBe(200)
})

it('names a payment provider only if there are plans', async () => {
  expect(await (await requestPrivacy()).text()).toContain('a payment provider for a paid plan')
  expect(await (await requestPrivacy({}, false)).text()).not.toMatch(/\bplan\b|payment/)
})
