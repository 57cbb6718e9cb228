import { html } from 'hono/html'
import type { Markup } from '../../layout/index.ts'

/** The other identity providers that a page offers. */
export interface ProviderChoice {
  providers: readonly { settings: { key: string; button: string } }[]
  /** Whether users sign in only with these providers. */
  isOnly: boolean
}

export const providerPath = '/auth/provider'
export const joinAccountPath = `${providerPath}/join`

/**
 * Renders a form with a button for each provider. It is a form, so that no link of another site begins a sign-in.
 * `fields` are its other fields.
 */
export function providerButtons({ providers, isOnly }: ProviderChoice, fields: Record<string, string> = {}): Markup | '' {
  const [first] = providers
  if (first === undefined) return ''
  const toAction = (key: string) => `${providerPath}/${key}`
  const style = isOnly && providers.length === 1 ? 'button' : 'button quiet'
  const given = Object.entries(fields).filter(([, value]) => value !== '')
  return html`${isOnly ? '' : html`<p class="or"><span>or</span></p>`}
      <form class="providers" method="post" action="${toAction(first.settings.key)}">
        ${given.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        ${providers.map(
          ({ settings: { key, button } }) => html`<button class="${style}" type="submit" formaction="${toAction(key)}">${button}</button>`,
        )}
      </form>`
}

export const providerButtonStyle = `
.or{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--line)}
.or+.providers{margin-top:1.25rem}
.providers{gap:.75rem}
`
