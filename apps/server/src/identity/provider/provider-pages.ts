import { html, raw } from 'hono/html'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { createPagePolicy, type Page, renderPageLayout } from '../../layout/index.ts'

/** Asks the user to confirm a sign-out that the dashboard did not start. */
export async function showSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  await sendPage(ctx, {
    heading: 'Sign out of Linkshelf?',
    body: html`<p class="lead">You are signed in on this browser.</p>
      ${raw(form)}
      <div class="actions">
        <button class="button" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <a class="button quiet" href="/">Stay signed in</a>
      </div>`,
  })
}

/**
 * Shows the provider's error on our own page. If the request's redirect URI can't be trusted, the error must not be
 * sent to that URI.
 */
export async function showProviderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): Promise<void> {
  await sendPage(ctx, {
    heading: 'This sign-in can’t continue',
    isError: true,
    body: html`<p class="lead">The request may have expired, or you completed it in another tab. Start again to sign in.</p>
      <p class="hint"><code>${out.error}${out.error_description ? html`: ${out.error_description}` : ''}</code></p>
      <div class="actions"><a class="button" href="/">Start again</a></div>`,
  })
}

async function sendPage(ctx: KoaContextWithOIDC, page: Page): Promise<void> {
  const { nonce, headers } = createPagePolicy(new URL(ctx.oidc.issuer).origin)
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.type = 'html'
  ctx.body = (await renderPageLayout(page, nonce)).toString()
}
