import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Page, pagePolicy, renderPageLayout } from '../../layout/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { describeUnsubscription, unsubscribe } from './unsubscribe.ts'
import { verifyUnsubscribeToken } from './unsubscribe-token.ts'

interface PageEnv {
  Bindings: HttpBindings
  Variables: { requestId: string }
}

/**
 * The page of an unsubscribe link, without sign-in. GET changes nothing, since mail scanners open links; POST switches
 * the notification off, from the page's button or from a mail program's (RFC 8058), and needs no check of its origin:
 * it has no cookie, and the token says everything.
 */
export function createUnsubscribePages(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>,
  trustedProxies: BlockList,
): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  async function show(context: Context<PageEnv>, page: Page, status: 200 | 404 = 200): Promise<Response> {
    const { nonce, headers } = pagePolicy(deps.origins.app)
    return context.html((await renderPageLayout(page, nonce)).toString(), status, headers)
  }

  function requestOf(context: Context<PageEnv>): { requestId: string; address: string } {
    const address = clientAddress(context.env.incoming.socket.remoteAddress, context.req.header('x-forwarded-for'), trustedProxies)
    return { requestId: context.var.requestId, address }
  }

  pages.get('/:token', async (context) => {
    const found = await verifyUnsubscribeToken(deps.db, context.req.param('token'))
    if (found === undefined) return show(context, invalidPage, 404)
    return show(context, questionPage(await describeUnsubscription(deps, found, requestOf(context))))
  })
  pages.post('/:token', async (context) => {
    const found = await verifyUnsubscribeToken(deps.db, context.req.param('token'))
    if (found === undefined) return show(context, invalidPage, 404)
    await unsubscribe(deps, found, requestOf(context))
    return show(context, donePage(await describeUnsubscription(deps, found, requestOf(context))))
  })
  pages.all('*', (context) => show(context, invalidPage, 404))
  return pages
}

/** The form has no action: it posts to the address of the page. */
function questionPage({ name, description }: { name: string; description: string }): Page {
  return {
    heading: 'Unsubscribe?',
    body: html`<p class="lead">You will no longer get this email from Linkshelf:</p>
      <p class="notice"><strong>${name}</strong><br>${description}</p>
      <form method="post"><button class="button" type="submit">Unsubscribe</button></form>
      ${settingsHint}`,
  }
}

function donePage({ name }: { name: string }): Page {
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
