import { html, raw } from 'hono/html'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Page, pagePolicy, renderPageLayout } from '../../layout/index.ts'

/** When somebody asks to sign out in a way that the dashboard never does, they are asked whether they mean it. */
export async function showSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  await answerPage(ctx, {
    heading: 'Sign out of Linkshelf?',
    body: html`<p class="lead">You are signed in on this browser.</p>
      ${raw(form)}
      <div class="actions">
        <button class="button" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <a class="button quiet" href="/">Stay signed in</a>
      </div>`,
  })
}

/** A request that can't be answered by going back to where it came from, because that address is not to be trusted. */
export async function showProviderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): Promise<void> {
  await answerPage(ctx, {
    heading: 'This sign-in can’t go on',
    isWrong: true,
    body: html`<p class="lead">It may have taken too long, or it was already finished in another tab. Starting again helps.</p>
      <p class="hint"><code>${out.error}${out.error_description ? html`: ${out.error_description}` : ''}</code></p>
      <div class="actions"><a class="button" href="/">Start again</a></div>`,
  })
}

async function answerPage(ctx: KoaContextWithOIDC, page: Page): Promise<void> {
  const { nonce, headers } = pagePolicy(new URL(ctx.oidc.issuer).origin)
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.type = 'html'
  ctx.body = (await renderPageLayout(page, nonce)).toString()
}
