import { expect, it } from 'vitest'
import { anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { aSignUp, findLinkInEmail, openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'

const closed = 'This Linkshelf doesn&#39;t take new accounts. Ask its operator for one.'
const invitedOnly = 'This Linkshelf takes new accounts by invitation only.'

/** Opens the form and submits it, like a browser in which the page was already open. Returns the last response. */
async function sendForm(site: TestIdentity, path: string, fields: Record<string, string>) {
  const browser = site.browser()
  const [form, body] = [await browser.open(path), new URLSearchParams(fields)]
  const response = await browser.fetch(path.split('?')[0] ?? path, { method: 'POST', body })
  return { formStatus: form.status, status: response.status, html: await response.text() }
}

const countUsers = async ({ deps }: TestIdentity) => (await deps.db.selectFrom('users').select('id').execute()).length

/**
 * The ways to create an account: the sign-up form, an invitation, and the emailed confirmation link, which is needed if
 * a network has used up its instant sign-ups.
 */
const ways = {
  async signUp(site: TestIdentity) {
    return sendForm(site, '/auth/signup', { ...aSignUp() })
  },
  async confirm(site: TestIdentity, signUps: 'open' | 'invite' | 'closed') {
    const noah = aSignUp()
    await site.restart({ signUps: 'open', instantSignUpsPerHour: 0 })
    await sendForm(site, '/auth/signup', { ...noah })
    const link = new URL(findLinkInEmail((await site.emailsTo(noah.email))[0]))
    await site.restart({ signUps })
    return sendForm(site, `${link.pathname}${link.search}`, { token: link.searchParams.get('token') ?? '', password: noah.password })
  },
  async join(site: TestIdentity) {
    const { full_name, email, password } = aSignUp()
    const { token } = await anInvitation(site.deps, await anOrganization(site.deps), { email })
    return sendForm(site, `/auth/join?token=${token}`, { token, full_name, password })
  },
}

it.each([
  ['open', 'signUp'],
  ['open', 'confirm'],
  ['open', 'join'],
  ['invite', 'join'],
] as const)('with SIGN_UPS=%s, %s creates an account', async (signUps, way) => {
  await using site = await openTestIdentity({ signUps })
  const before = await countUsers(site)

  const response = await ways[way](site, signUps)

  expect([response.formStatus, response.status]).toEqual([200, 303])
  expect(await countUsers(site)).toBe(before + (way === 'join' ? 2 : 1)) // 2 because the owner who invites has an account too
})

it.each([
  ['invite', 'signUp', invitedOnly],
  ['invite', 'confirm', invitedOnly],
  ['closed', 'signUp', closed],
  ['closed', 'confirm', closed],
  ['closed', 'join', closed],
] as const)('with SIGN_UPS=%s, %s answers 403, says who can help, and creates no account', async (signUps, way, text) => {
  await using site = await openTestIdentity({ signUps })

  const response = await ways[way](site, signUps)

  expect([response.formStatus, response.status]).toEqual([403, 403])
  expect(response.html).toContain(text)
  expect(await countUsers(site)).toBe(way === 'join' ? 1 : 0)
})

it('creates an account only for the address of a pending invitation', async () => {
  await using site = await openTestIdentity({ signUps: 'invite' })
  const { full_name, password } = aSignUp()
  const owned = await anOrganization(site.deps)
  const { token } = await anInvitation(site.deps, owned, { email: 'noah@people.test' })
  const before = await countUsers(site)

  await sendForm(site, '/auth/join?token=x', { token: 'x', full_name, password })
  expect(await countUsers(site)).toBe(before)
  await sendForm(site, `/auth/join?token=${token}`, { token, email: 'someone@else.test', full_name, password })

  const emails = (await site.deps.db.selectFrom('users').select('email').execute()).map(({ email }) => email)
  expect(emails).toContain('noah@people.test')
  expect(emails).not.toContain('someone@else.test')
})

it.each([
  ['closed', closed],
  ['invite', invitedOnly],
] as const)('with SIGN_UPS=%s, the sign-in page says so instead of offering an account', async (signUps, text) => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  await site.restart({ signUps })
  const browser = site.browser()

  const page = await browser.open('/auth/signin')

  expect(page.html).toContain(text)
  expect(page.html).not.toContain('/auth/signup')
  expect((await browser.submit(page, { email: mia.email, password: mia.password })).url.pathname).toBe('/')
})
