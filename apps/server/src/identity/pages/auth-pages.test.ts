import { request } from 'node:http'
import { fontPath } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anInvitation, anOrganization } from '../../../test/builders/builders.ts'
import { aSignUp, findLinkInEmail, openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'
import { anAuthorization, openSignIn } from '../../../test/test-browser.ts'
import { passwordMessages } from '../passwords/password-rules.ts'
import { confirmEmailPage, confirmPage, signInPage, signUpPage } from './auth-forms.ts'

const paths = [
  '/auth/signin',
  '/auth/signup',
  '/auth/forgot',
  '/auth/reset?token=x',
  '/auth/confirm?token=x',
  '/auth/nowhere',
  '/oidc/auth?client_id=x',
  '/oidc/session/end',
  '/oidc/jwks',
  '/oidc/nowhere',
]

it('sends the security headers with every response', async () => {
  await using site = await openTestIdentity()
  for (const path of paths) {
    const { headers } = await site.browser().fetch(path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"])
      expect(policy, path).toContain(rule)
    expect(policy, path).not.toContain('unsafe')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe('DENY')
    expect(headers.get('referrer-policy'), path).toBe('same-origin')
    expect(headers.get('cache-control'), path).toContain('no-store')
    expect(headers.get('strict-transport-security'), path).toBeNull()
  }
})

it.each([
  ['signing in', signInPage('open'), 'email'],
  ['confirming an account', confirmPage('x'), 'password'],
  [
    'confirming an email address',
    confirmEmailPage({ email: 'mia@mia.example', token: 'x', proof: 'password', canReset: true }),
    'password',
  ],
])('the page for %s opens with the focus in its first field', (_, { body }, name) => {
  const fields = String(body).match(/<input[^>]*>/g) ?? []

  expect(fields.filter((field) => field.includes('autofocus'))).toEqual([expect.stringContaining(`name="${name}"`)])
})

it.each([
  ['signing in', signInPage('open'), 'current-password'],
  ['signing up', signUpPage(6), 'new-password'],
])('the page for %s hides the password, and lets password managers fill it in and users paste it', (_, { body }, autocomplete) => {
  const field = String(body).match(/<input[^>]*name="password"[^>]*>/)?.[0] ?? ''
  expect(field).toContain('type="password"')
  expect(field).toContain(`autocomplete="${autocomplete}"`)
  expect(field).not.toMatch(/onpaste|maxlength|readonly/)
})

it.each([
  ['open', '/auth/signin', 'Sign in or create an account.'],
  ['open', '/auth/signup', 'Short links, accurate statistics and a store page.'],
  ['invite', '/auth/signin', 'Sign in with your account.'],
  ['invite', '/auth/signup', 'This Linkshelf takes new accounts by invitation only.'],
  ['invite', '/auth/join', 'Create your account to accept the invitation.'],
  ['closed', '/auth/signin', 'Sign in with your account.'],
  ['closed', '/auth/signup', 'This Linkshelf doesn&#39;t take new accounts.'],
] as const)(
  'with SIGN_UPS=%s, %s says what Linkshelf is before it says what to do, and links to the legal pages',
  async (signUps, path, text) => {
    await using site = await openTestIdentity({ signUps })
    const { token } = await anInvitation(site.deps, await anOrganization(site.deps), { email: aSignUp().email })

    const { html } = await site.browser().open(`${path}?token=${token}`)

    const [lead = ''] = /<p class="lead">[^<]*/.exec(html) ?? []
    expect(lead).toContain(text)
    if (path !== '/auth/signup' || signUps !== 'open')
      expect(lead).toMatch(/^<p class="lead">Linkshelf shortens your links, counts their clicks/)
    for (const legal of ['/terms', '/privacy']) expect(html).toContain(`href="${legal}"`)
  },
)

it('uses a new nonce in each response, on every style and script of the page', async () => {
  await using site = await openTestIdentity()
  const pages = await Promise.all(['/auth/signup', '/auth/signup'].map((path) => site.browser().open(path)))
  const nonces = pages.map((page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '')
  expect(new Set(nonces).size).toBe(2)
  for (const [index, page] of pages.entries()) {
    const tags = page.html.match(/<(style|script)\b[^>]*>/g) ?? []
    expect(tags).toEqual(tags.map((tag) => `${tag.split(' ')[0]} nonce="${nonces[index]}">`))
    expect(page.html).not.toMatch(/ (style|on[a-z]+)="/)
  }
})

it('loads nothing from other origins', async () => {
  await using site = await openTestIdentity()
  for (const path of ['/auth/signin', '/auth/signup', '/auth/forgot', '/auth/nowhere']) {
    const { html } = await site.browser().open(path)
    expect(html.match(/(?:src|href|action)="(?!\/|data:)[^"]*"/g)).toBeNull()
    expect(html).not.toContain('@import')
    expect([...html.matchAll(/url\((?!"data:)([^)]*)\)/g)].map((match) => match[1])).toEqual([fontPath])
  }
})

const foreignHeaders: [string, Record<string, string>][] = [
  ['another origin', { origin: 'https://elsewhere.test' }],
  ['an opaque origin', { origin: 'null' }],
  ['the same name with another port', { origin: 'http://127.0.0.1:1' }],
  ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ['a referrer on another origin', { referer: 'https://elsewhere.test/auth/signin' }],
]

it('rejects a form from another origin', async () => {
  await using site = await openTestIdentity()
  for (const [what, headers] of foreignHeaders) {
    for (const path of ['/auth/signup', '/auth/signin', '/auth/forgot', '/auth/reset', '/auth/confirm']) {
      const { status, cookies } = await send(site, path, { ...aSignUp(), token: 'x' }, headers)
      expect({ what, path, status, cookies }).toEqual({ what, path, status: 403, cookies: [] })
    }
  }
  expect(await site.deps.db.selectFrom('users').select('id').execute()).toEqual([])
})

it('accepts a form from its own pages, by any of the headers that browsers send', async () => {
  await using site = await openTestIdentity()
  for (const headers of [
    { origin: site.app },
    { origin: site.app, 'sec-fetch-site': 'same-origin' },
    { referer: `${site.app}/auth/signup` },
    {},
  ]) {
    expect((await send(site, '/auth/signup', { ...aSignUp() }, headers)).status).toBe(303)
  }
})

it('rejects a form and a password that are too large', async () => {
  await using site = await openTestIdentity()
  const large = await send(site, '/auth/signin', { email: 'mia@example.com', password: 'x'.repeat(20_000) }, { origin: site.app })
  expect(large.status).toBe(413)
  const long = await send(site, '/auth/signin', { email: 'mia@example.com', password: 'x'.repeat(2_000) }, { origin: site.app })
  expect(long.status).toBe(422)
})

const malformedBodies: [string, string, string][] = [
  ['multipart without a boundary', 'multipart/form-data', 'email=mia'],
  [
    'multipart that ends in the middle',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nmia',
  ],
  ['multipart with another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n--y--'],
]

it('responds with 400 to a body that is not a form', async () => {
  await using site = await openTestIdentity()
  for (const path of ['/auth/signin', '/auth/signup', '/auth/forgot', '/auth/reset', '/auth/confirm']) {
    for (const [what, type, body] of malformedBodies) {
      const { status, html } = await sendBody(site, path, body, { origin: site.app, 'content-type': type })
      expect({ path, what, status }).toEqual({ path, what, status: 400 })
      expect(html).toContain('This form could not be read')
    }
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', '', 'x/y; charset=utf-7']) {
      const { status } = await sendBody(site, path, '{"email": %zz&&\0=', { origin: site.app, 'content-type': type })
      expect({ path, type, status }).toEqual({ path, type, status: 422 })
    }
  }
})

it('binds its cookies to this host over https, and ignores the forwarded headers', async () => {
  await using site = await openTestIdentity({ https: true })
  const { headers } = await site.browser().fetch(anAuthorization('https://app.test').url.replace('https://app.test', site.app), {
    headers: { 'x-forwarded-host': 'elsewhere.test', 'x-forwarded-proto': 'http' },
  })
  expect(headers.get('location')).toBe('/auth/signin')
  expect(headers.get('strict-transport-security')).toContain('max-age=')
  const cookies = headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-linkshelf-request',
    '__Host-linkshelf-request.sig',
    '__Host-linkshelf-interaction',
    '__Host-linkshelf-interaction.sig',
    '__Secure-linkshelf-resume',
    '__Secure-linkshelf-resume.sig',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; secure/i)
    expect(cookie).toMatch(/; httponly/i)
    expect(cookie).toMatch(/; samesite=lax/i)
    if (cookie.startsWith('__Host-')) expect(cookie).toMatch(/; path=\/(;|$)/i)
  }

  const entered = await send(site, '/auth/signup', { ...aSignUp() }, { origin: 'https://app.test' })
  expect(entered.location).toBe('https://app.test/')
  expect(entered.cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-linkshelf-session',
    '__Host-linkshelf-session.sig',
    '__Host-linkshelf-device',
  ])
  for (const cookie of entered.cookies) expect(cookie).toMatch(/path=\/;.*secure/i)
})

it('never uses the Host header for URLs', async () => {
  await using site = await openTestIdentity()
  const cookies = await new Promise<string | undefined>((resolve) => {
    request(
      anAuthorization(site.app, { redirect_uri: `${site.app}/callback` }).url,
      { headers: { host: 'elsewhere.test' } },
      (response) => {
        resolve(response.headers['set-cookie']?.join() ?? '')
        response.resume()
      },
    ).end()
  })
  expect(cookies).not.toContain('elsewhere')
  const mia = await site.signUp()
  await send(site, '/auth/forgot', { email: mia.email }, { host: 'elsewhere.test', origin: site.app })
  expect(findLinkInEmail((await site.emailsTo(mia.email))[0])).toMatch(`${site.app}/auth/reset?token=`)
})

it('ignores a cookie with an invalid signature', async () => {
  await using site = await openTestIdentity()
  const { browser } = await site.signUp()
  const signature = browser.cookies.get('linkshelf-session.sig')
  browser.cookies.set('linkshelf-session.sig', {
    path: '/',
    value: (signature?.value ?? '').replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  })
  expect((await openSignIn(browser)).url.pathname).toBe('/auth/signin')
})

it('shows every invalid field of a sign-up at once, and the typed values except the password', async () => {
  await using site = await openTestIdentity()
  const browser = site.browser()
  const page = await browser.submit(await browser.open('/auth/signup'), { full_name: '', email: 'mia@', password: 'qzxjv' })

  expect(page.status).toBe(422)
  for (const problem of ['Enter your name.', 'Enter a valid email address.', passwordMessages.short(6)])
    expect(page.html).toContain(problem)
  expect(page.html).toContain('value="mia@"')
  expect(page.html).not.toContain('qzxjv')
})

it('escapes typed values in the page', async () => {
  await using site = await openTestIdentity()
  const browser = site.browser()
  const typed = '"><script>alert(1)</script>'
  for (const path of ['/auth/signup', '/auth/signin', '/auth/forgot']) {
    const page = await browser.submit(await browser.open(path), { full_name: typed, email: typed, password: 'x' })
    expect(page.html).not.toContain('<script>alert')
  }
  const reset = await send(site, '/auth/reset', { token: typed, password: '1' }, { origin: site.app })
  expect(reset.html).not.toContain('<script>alert')
})

it('sends the same response to a password reset with and without an account, and emails only an account', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  const [known, unknown] = await Promise.all(
    [mia.email, 'nobody@example.com'].map((email) => send(site, '/auth/forgot', { email }, { origin: site.app })),
  )
  expect(known?.status).toBe(200)
  expect(withoutNonces(known?.html ?? '', mia.email)).toBe(withoutNonces(unknown?.html ?? '', 'nobody@example.com'))
  expect(await site.emailsTo(mia.email)).toHaveLength(1)
  expect(await site.emailsTo('nobody@example.com')).toHaveLength(0)
})

it('responds to a password reset before the account is looked up', async () => {
  await using site = await openTestIdentity()
  const mia = await site.signUp()
  // The table is locked, so the request would never be answered if it looked up the account.
  await site.asOwner(async (owner) => {
    await owner.query('begin; lock table users in access exclusive mode')
    expect((await send(site, '/auth/forgot', { email: mia.email }, { origin: site.app })).status).toBe(200)
    await owner.query('rollback')
  })
  expect(await site.emailsTo(mia.email)).toHaveLength(1)
})

it('shows an internal error as a page with the request id and without details', async () => {
  await using site = await openTestIdentity()
  await site.asOwner(async (owner) => void (await owner.query('alter table throttles rename to elsewhere')))
  const page = await send(site, '/auth/signin', { ...aSignUp() }, { origin: site.app, 'x-correlation-id': 'check-12345678' })
  expect(page.status).toBe(500)
  expect(page.html).toContain('An unexpected error occurred')
  expect(page.html).toContain('check-12345678')
  expect(page.html).not.toContain('throttles')
})

interface FormResponse {
  status: number
  location: string | undefined
  cookies: string[]
  html: string
}

function send(
  site: TestIdentity,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string | undefined>,
): Promise<FormResponse> {
  const type = 'application/x-www-form-urlencoded'
  return sendBody(site, path, new URLSearchParams(fields).toString(), { 'content-type': type, ...headers })
}

/** Sends a form's body with exactly these headers, because fetch refuses to send some of them. */
function sendBody(site: TestIdentity, path: string, body: string, headers: Record<string, string | undefined>): Promise<FormResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(`${site.app}${path}`, { method: 'POST', headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          cookies: response.headers['set-cookie'] ?? [],
          html: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.end(body)
  })
}

function withoutNonces(html: string, email: string): string {
  return html.replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]+"/g, 'nonce')
}
