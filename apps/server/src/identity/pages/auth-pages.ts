import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { errorCatalogue } from '@linkshelf/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Page, pagePolicy, renderPageLayout } from '../../layout/index.ts'
import { addressGroup, clientAddress } from '../../platform/http/client-address.ts'
import { correlationIdOf } from '../../platform/http/correlation-id.ts'
import { confirmSignUp } from '../confirm-sign-up.ts'
import type { IdentityTools } from '../identity-tools.ts'
import { isPasswordResetOpen, selectPendingSignUp } from '../letter-token-table.ts'
import { passwordProblem } from '../password-rules.ts'
import type { BrowserSessions } from '../provider/browser-session.ts'
import { requestPasswordReset } from '../request-password-reset.ts'
import { resetPassword } from '../reset-password.ts'
import { signIn } from '../sign-in.ts'
import { signUp } from '../sign-up.ts'
import { signInAllowances } from '../throttle.ts'
import { forgotForm, letterForm, problemsOf, signInForm, signUpForm } from './auth-form-schemas.ts'
import { confirmPage, forgotPage, resetPage, signInPage, signUpPage } from './auth-forms.ts'
import { confirmOverPage, elsewherePage, faultPage, letterSentPage, missingPage, resetAskedPage, resetOverPage } from './auth-notices.ts'
import type { FormState, Problems } from './form-fields.ts'
import { onlyFromOwnPages } from './own-origin.ts'

export type AuthPages = Hono<{ Bindings: HttpBindings }>
type PageContext = Context<{ Bindings: HttpBindings }>
type PageStatus = 200 | 403 | 404 | 410 | 413 | 422 | 429 | 500

const largestFormBytes = 16_384
const wrongCredentials = 'The e-mail address or the password is not right.'
const throttled = errorCatalogue.TOO_MANY_REQUESTS.message
/** The shortest window of tries; the longer ones slide, too, and give some back by then. */
const retryAfterSeconds = String(signInAllowances.account.windowMs / 1_000)

const notices: Record<string, string> = { 'password-changed': 'Your password was changed. Sign in with the new one.' }

/** The pages under `/auth`. Each works as a plain form; a wrong field leads back to the form with what was typed, except for passwords. */
export function makeAuthPages(tools: IdentityTools, sessions: BrowserSessions, trustedProxies: BlockList): AuthPages {
  const { origins, db, clock, log } = tools
  const pages: AuthPages = new Hono()

  pages.onError((error, context) => {
    const correlationId = correlationIdOf(context.req.header('x-correlation-id'))
    log.error({ err: error, correlationId, path: context.req.path }, 'A sign-in page failed')
    return show(context, faultPage(correlationId), 500)
  })
  pages.use(onlyFromOwnPages(origins.app, (context) => show(context, elsewherePage, 403)))
  pages.use(
    bodyLimit({
      maxSize: largestFormBytes,
      onError: (context) => show(context, signInPage({ problems: { form: errorCatalogue.REQUEST_TOO_LARGE.message } }), 413),
    }),
  )

  pages.get('/signin', async (context) => {
    const { incoming, outgoing } = context.env
    const notice = notices[context.req.query('notice') ?? '']
    const interaction = await sessions.findInteraction(incoming, outgoing)
    if (interaction?.prompt.name === 'consent') return context.redirect(await sessions.agree(incoming, outgoing), 303)
    if (interaction === undefined && notice === undefined && (await sessions.isSignedIn(incoming, outgoing)))
      return context.redirect(`${origins.app}/`, 303)
    const hint = interaction?.params.login_hint
    return show(context, signInPage({ notice, typed: { email: typeof hint === 'string' ? hint.slice(0, 254) : '' } }))
  })

  pages.post('/signin', async (context) => {
    const { typed, form } = await readForm(context, signInForm)
    if (!form.success) return show(context, signInPage({ typed, problems: problemsOf(form.error) }), 422)
    const outcome = await signIn(tools, { ...form.data, network: networkOf(context) })
    if (outcome.kind === 'signed-in') return enter(context, outcome.userId)
    return outcome.kind === 'wrong'
      ? show(context, signInPage({ typed, problems: { form: wrongCredentials } }), 422)
      : show(context, signInPage({ typed, problems: { form: throttled } }), 429)
  })

  pages.get('/signup', (context) => show(context, signUpPage()))

  pages.post('/signup', async (context) => {
    const { typed, form } = await readForm(context, signUpForm)
    if (!form.success) return show(context, signUpPage({ typed, problems: problemsOf(form.error) }), 422)
    const { email, full_name: fullName, password } = form.data
    const problem = passwordProblem(password, { email, fullName })
    if (problem !== undefined) return show(context, signUpPage({ typed, problems: { password: problem } }), 422)
    const outcome = await signUp(tools, { email, fullName, password, network: networkOf(context) })
    if (outcome.kind === 'signed-in') return enter(context, outcome.userId)
    return outcome.kind === 'letter'
      ? show(context, letterSentPage(email))
      : show(context, signUpPage({ typed, problems: { form: throttled } }), 429)
  })

  pages.get('/confirm', async (context) => {
    const token = context.req.query('token') ?? ''
    const pending = await selectPendingSignUp(db, token, clock.now())
    return pending === undefined ? show(context, confirmOverPage, 410) : show(context, confirmPage(token))
  })

  pages.post('/confirm', async (context) => {
    const { form } = await readForm(context, letterForm)
    if (!form.success) return show(context, confirmPage(await tokenOf(context), { problems: problemsOf(form.error) }), 422)
    const outcome = await confirmSignUp(tools, { ...form.data, network: networkOf(context) })
    if (outcome.kind === 'signed-in') return enter(context, outcome.userId)
    if (outcome.kind === 'expired') return show(context, confirmOverPage, 410)
    return outcome.kind === 'wrong'
      ? show(context, confirmPage(form.data.token, { problems: { password: 'This is not the password of the form.' } }), 422)
      : show(context, confirmPage(form.data.token, { problems: { form: throttled } }), 429)
  })

  pages.get('/forgot', (context) => show(context, forgotPage()))

  pages.post('/forgot', async (context) => {
    const { typed, form } = await readForm(context, forgotForm)
    if (!form.success) return show(context, forgotPage({ typed, problems: problemsOf(form.error) }), 422)
    const outcome = await requestPasswordReset(tools, { email: form.data.email, network: networkOf(context) })
    return outcome === 'asked'
      ? show(context, resetAskedPage(form.data.email))
      : show(context, forgotPage({ typed, problems: { form: throttled } }), 429)
  })

  pages.get('/reset', async (context) => {
    const token = context.req.query('token') ?? ''
    return (await isPasswordResetOpen(db, token, clock.now())) ? show(context, resetPage(token)) : show(context, resetOverPage, 410)
  })

  pages.post('/reset', async (context) => {
    const { form } = await readForm(context, letterForm)
    const problems = form.success ? newPasswordProblems(form.data.password) : problemsOf(form.error)
    if (!form.success || problems !== undefined) return show(context, resetPage(await tokenOf(context), { problems: problems ?? {} }), 422)
    return (await resetPassword(tools, form.data))
      ? context.redirect('/auth/signin?notice=password-changed', 303)
      : show(context, resetOverPage, 410)
  })

  pages.get('/', (context) => context.redirect('/auth/signin', 303))
  pages.all('*', (context) => show(context, missingPage, 404))
  return pages

  /** Signs the browser in. The provider writes its cookies to the raw answer; they move to the one that Hono sends. */
  async function enter(context: PageContext, userId: string): Promise<Response> {
    const { incoming, outgoing } = context.env
    const next = await sessions.signIn(incoming, outgoing, userId)
    for (const cookie of [outgoing.getHeader('set-cookie') ?? []].flat()) context.header('set-cookie', String(cookie), { append: true })
    outgoing.removeHeader('set-cookie')
    return context.redirect(next, 303)
  }

  async function show(context: Context, page: Page, status: PageStatus = 200): Promise<Response> {
    const { nonce, headers } = pagePolicy(origins.app)
    if (status === 429) context.header('retry-after', retryAfterSeconds)
    return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
  }

  function networkOf(context: PageContext): string {
    const { remoteAddress } = context.env.incoming.socket
    return addressGroup(clientAddress(remoteAddress, context.req.header('x-forwarded-for'), trustedProxies))
  }
}

function newPasswordProblems(password: string): Problems | undefined {
  const problem = passwordProblem(password, { email: '', fullName: '' })
  return problem === undefined ? undefined : { password: problem }
}

/** What was sent, and what may be shown again of it. */
async function readForm<S extends typeof signInForm | typeof signUpForm | typeof forgotForm | typeof letterForm>(
  context: PageContext,
  schema: S,
) {
  const sent = await context.req.parseBody()
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
  const typed: FormState['typed'] = { email: text('email').slice(0, 254), full_name: text('full_name').slice(0, 80) }
  const given = { email: text('email'), full_name: text('full_name'), password: text('password'), token: text('token') }
  return { typed, form: schema.safeParse(given) as ReturnType<S['safeParse']> }
}

async function tokenOf(context: PageContext): Promise<string> {
  const { token } = await context.req.parseBody()
  return typeof token === 'string' ? token.slice(0, 100) : ''
}
