import { expect, it } from 'vitest'
import { anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { aSignUp, findLinkInEmail, openTestIdentity } from '../../../test/open-test-identity.ts'
import { pageScript } from './form-fields.ts'

const [tooShort, longEnough] = ['badgers dig', 'badgers dig!']

it("shows and requires the operator's minimum length when a user signs up, joins or sets a new password", async () => {
  await using site = await openTestIdentity({ passwordMinLength: 12 })
  const mia = await site.signUp()
  const { token } = await anInvitation(site.deps, await anOrganization(site.deps), { email: 'noah@people.test' })
  await site.browser().submit(await site.browser().open('/auth/forgot'), { email: mia.email })
  const paths = ['/auth/signup', `/auth/join?token=${token}`, findLinkInEmail((await site.emailsTo(mia.email))[0])]

  for (const path of paths) {
    const browser = site.browser()
    const form = await browser.open(path)
    expect(form.html).toContain('Minimum 12 characters')
    expect(form.html).toContain('data-min="12"')
    const { full_name, email } = aSignUp()
    const rejected = await browser.submit(form, { full_name, email, password: tooShort })
    expect([rejected.status, /id="password-problem">([^<]*)/.exec(rejected.html)?.[1]]).toEqual([422, 'Use at least 12 characters.'])
    expect(rejected.html).toContain('data-min="12"')
    expect((await browser.submit(rejected, { full_name, email, password: longEnough })).status).toBeOneOf([200, 303])
  }
})

it('accepts a short password that was set before the minimum length', async () => {
  await using site = await openTestIdentity()
  const { email } = await site.signUp({ password: tooShort })
  await site.restart({ passwordMinLength: 40 })
  const browser = site.browser()
  expect((await browser.submit(await browser.open('/auth/signin'), { email, password: tooShort })).url.pathname).toBe('/')
})

it.each([
  ['6', 'Weak'],
  ['12', 'Too short'],
])('measures strength from %s characters on', (min, word) => {
  const shown: string[] = []
  const listeners: (() => void)[] = []
  const input = { value: 'badgers', addEventListener: (_event: string, listener: () => void) => void listeners.push(listener) }
  const output = {
    set textContent(text: string) {
      shown.push(text)
    },
  }
  const bar = { dataset: { of: 'password', min }, hidden: true, querySelector: () => output }
  const document = { querySelectorAll: (selector: string) => (selector === '.strength' ? [bar] : []), getElementById: () => input }
  new Function('document', pageScript)(document)
  for (const listener of listeners) listener()

  expect(shown).toEqual([word])
})
