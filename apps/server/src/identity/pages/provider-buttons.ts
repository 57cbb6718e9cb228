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

/** Renders a button for each provider. `query` is part of the address that each button opens. */
export function providerButtons({ providers, isOnly }: ProviderChoice, query: Record<string, string> = {}): Markup | '' {
  if (providers.length === 0) return ''
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  const style = isOnly && providers.length === 1 ? 'button' : 'button quiet'
  return html`${isOnly ? '' : html`<p class="or"><span>or</span></p>`}
      <div class="actions">
        ${providers.map(
          ({ settings: { key, button } }) =>
            html`<a class="${style}" href="${providerPath}/${key}${given === '' ? '' : `?${given}`}">${button}</a>`,
        )}
      </div>`
}

export const providerButtonStyle = `
.or{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--line)}
.or+.actions{margin-top:1.25rem}
`
