import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { notificationKinds } from '@linkshelf/contract'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { createRequestContext, mutate, type UserActor } from '../../access/index.ts'
import { lockProfileForUpdate } from '../../identity/index.ts'
import { createPagePolicy, type Page, renderPageLayout } from '../../layout/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import { findClientAddress } from '../../platform/http/client-address.ts'
import { findSavedViewName, type ReaderContext, stopMailingSavedView } from '../../saved-views/index.ts'
import { selectSettings, upsertSettings } from '../notification-settings-table.ts'
import {
  type NotificationUnsubscription,
  type ReportUnsubscription,
  type Unsubscription,
  verifyUnsubscribeToken,
} from './unsubscribe-token.ts'

interface PageEnv {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

/**
 * Serves the page of an unsubscribe link, without sign-in. GET changes nothing, because mail scanners open links. POST
 * switches the notification off; it comes from the page's button or from a mail program (RFC 8058). POST uses no
 * cookie, so it does not check the origin: the token alone authorizes it.
 */
export function createUnsubscribePages(deps: OriginDeps, trustedProxies: BlockList): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  async function respondWithPage(context: Context<PageEnv>, page: Page, status: 200 | 404 = 200): Promise<Response> {
    const { nonce, headers } = createPagePolicy(deps.origins.app)
    return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
  }

  function toRequest(context: Context<PageEnv>): { requestId: string; address: string } {
    const address = findClientAddress(context.env.incoming.socket.remoteAddress, context.req.header('x-forwarded-for'), trustedProxies)
    return { requestId: context.var.requestId, address }
  }

  pages.get('/:token', async (context) => {
    const found = await verifyUnsubscribeToken(deps.db, context.req.param('token'))
    if (found === undefined) return respondWithPage(context, invalidPage, 404)
    return respondWithPage(context, createQuestionPage(await describeUnsubscription(deps, found, toRequest(context))))
  })
  pages.post('/:token', async (context) => {
    const found = await verifyUnsubscribeToken(deps.db, context.req.param('token'))
    if (found === undefined) return respondWithPage(context, invalidPage, 404)
    await unsubscribe(deps, found, toRequest(context))
    return respondWithPage(context, createDonePage(await describeUnsubscription(deps, found, toRequest(context))))
  })
  pages.all('*', (context) => respondWithPage(context, invalidPage, 404))
  return pages
}

/** The form has no `action`, so it posts to the page's own address. */
function createQuestionPage({ name, description }: { name: string; description: string }): Page {
  return {
    heading: 'Unsubscribe?',
    body: html`<p class="lead">You will no longer get this email from Linkshelf:</p>
      <p class="notice"><strong>${name}</strong><br>${description}</p>
      <form method="post"><button class="button" type="submit">Unsubscribe</button></form>
      ${settingsHint}`,
  }
}

function createDonePage({ name }: { name: string }): Page {
  return {
    heading: 'You are unsubscribed',
    body: html`<p class="lead"><strong>${name}</strong> is switched off. You will get no more of these emails.</p>
      ${settingsHint}`,
  }
}

const settingsHint = html`<p class="else">Choose all your emails in <a href="/settings/notifications">notification settings</a>.</p>`

const invalidPage: Page = {
  heading: 'This link does not work',
  isError: true,
  body: html`<p class="lead">The address is not complete. Open the link in the email again, or sign in and choose your emails there.</p>
    <div class="actions"><a class="button" href="/settings/notifications">Notification settings</a></div>`,
}

interface UnsubscribeRequest {
  requestId: string
  address: string
}

/**
 * Switches off the notification or report that a token names. Does nothing if it is already off or the user was
 * deleted.
 */
function unsubscribe(deps: CoreDeps, what: Unsubscription, request: UnsubscribeRequest): Promise<void> {
  return 'reportId' in what
    ? stopMailingSavedView(createReaderContext(deps, what, request), what.reportId)
    : switchOffNotification(deps, what, request)
}

/** Returns the name and description of the emails that a token switches off. */
async function describeUnsubscription(
  deps: CoreDeps,
  what: Unsubscription,
  request: UnsubscribeRequest,
): Promise<{ name: string; description: string }> {
  if (!('reportId' in what)) return notificationKinds[what.notification]
  const name = (await findSavedViewName(createReaderContext(deps, what, request), what.reportId)) ?? 'A report that you deleted'
  return { name, description: 'The report that you saved in Analytics, mailed every Monday.' }
}

async function switchOffNotification(
  deps: CoreDeps,
  { userId, notification }: NotificationUnsubscription,
  request: UnsubscribeRequest,
): Promise<void> {
  const settings = await selectSettings(deps.db, userId)
  if (!settings[notification]) return
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api', ...request })
  const [before, after] = [{ [notification]: true }, { [notification]: false }]
  await mutate(ctx, { action: 'notifications.unsubscribe', entity: 'notifications', entityId: userId }, async (tx, change) => {
    if ((await lockProfileForUpdate(tx, userId)) === undefined) return
    await upsertSettings(tx, userId, after, ctx.now)
    change.before = before
    change.after = after
  })
}

function createReaderContext(deps: CoreDeps, { userId, organizationId }: ReportUnsubscription, request: UnsubscribeRequest): ReaderContext {
  const actor: UserActor = { kind: 'user', userId }
  return { ...createRequestContext(deps, { actor, source: 'api', ...request }), organization: { id: organizationId } }
}
