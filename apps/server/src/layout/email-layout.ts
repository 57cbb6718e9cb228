import { fontFamily } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Markup } from './page-layout.ts'

/** The HTML part of an email. Styles are inline, since mail programs drop style sheets. */
export function renderEmailLayout(subject: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${subject}</title></head>
  <body style="margin:0;padding:32px 16px;background:#f2f7f5;color:#17251f;font:16px/1.6 ${fontFamily}">
    <div style="max-width:480px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
      <p style="margin:0 0 24px;font-weight:700;color:#067b5a">Linkshelf</p>
      ${body}
    </div>
  </body>
</html>`.toString()
}
