import { expect, it } from 'vitest'
import { anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { aSignUp, createTokenContext, fetchTokens, openTestIdentity } from '../../../test/open-test-identity.ts'
import { createRequestContext } from '../../access/index.ts'
import { revokeInvitation } from '../../organizations/invitations/invitations.ts'
import { listMembers } from '../../organizations/members.ts'
import { listOrganizations } from '../../organizations/organizations.ts'

const { full_name, password } = aSignUp({ full_name: 'Noah Chen' })
const email = 'noah@people.test'

it('creates a confirmed account with the address of the invitation, joins, and signs in', async () => {
  await using site = await openTestIdentity({ instantSignUpsPerHour: 0 })
  const owned = await anOrganization(site.deps)
  const { token } = await anInvitation(site.deps, owned, { email, role: 'member' })
  const browser = site.browser()

  const form = await browser.open(`/auth/join?token=${token}`)
  expect(form.html).toContain('<h1>Join Mia&#39;s shelf</h1>')
  expect(form.html).toContain(`value="${email}"`)
  await browser.submit(form, { token, email: 'someone@else.test', full_name, password })

  const user = await createTokenContext(site, await fetchTokens(browser))
  const names = (await listOrganizations(user)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(["Mia's shelf", "Noah Chen's organization"])
  expect(await listMembers(owned.ctx)).toMatchObject([{}, { email, full_name: 'Noah Chen', role: 'member' }])
  expect(await site.emailsTo(email)).toHaveLength(1)
})

it('shows the typed values again except the password, and names every invalid field', async () => {
  await using site = await openTestIdentity()
  const { token } = await anInvitation(site.deps, await anOrganization(site.deps), { email })
  const browser = site.browser()

  const page = await browser.submit(await browser.open(`/auth/join?token=${token}`), { token, full_name: ' ', password: 'password1' })

  expect(page.status).toBe(422)
  expect(page.html).toContain('Enter your name.')
  expect(page.html).toMatch(/id="password-problem"/)
  expect(page.html).not.toContain('value="password1"')
})

it('creates one account for a form that is sent twice at once', async () => {
  await using site = await openTestIdentity()
  const owned = await anOrganization(site.deps)
  const { token } = await anInvitation(site.deps, owned, { email })
  const browsers = [site.browser(), site.browser()]
  const forms = await Promise.all(browsers.map((browser) => browser.open(`/auth/join?token=${token}`)))

  await Promise.all(browsers.map((browser, nth) => browser.submit(forms[nth] as never, { token, full_name, password })))

  expect(await listMembers(owned.ctx)).toHaveLength(2)
})

it('redirects to the invitation page when the invitation is closed or its address has an account', async () => {
  await using site = await openTestIdentity()
  const owned = await anOrganization(site.deps)
  const mia = await site.signUp()
  const toAccount = await anInvitation(site.deps, owned, { email: mia.email })
  const revoked = await anInvitation(site.deps, owned, { email })
  const form = await site.browser().open(`/auth/join?token=${revoked.token}`)
  await revokeInvitation({ ...owned.ctx, ...createRequestContext(site.deps, { actor: owned.user.actor, source: 'api' }) }, revoked.id)

  for (const token of [toAccount.token, revoked.token, 'x']) {
    const response = await site.browser().fetch(`/auth/join?token=${token}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/invitations/${token}`])
  }
  const body = new URLSearchParams({ token: revoked.token, full_name, password })
  const late = await site.browser().fetch('/auth/join', { method: 'POST', body })
  expect([form.status, late.status, late.headers.get('location')]).toEqual([200, 303, `/invitations/${revoked.token}`])
})
