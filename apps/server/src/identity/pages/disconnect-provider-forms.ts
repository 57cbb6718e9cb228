import { accountPath } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Page } from '../../layout/index.ts'
import { formPage } from './auth-forms.ts'
import { passkeysPath } from './passkey-forms.ts'

export const disconnectPath = `${accountPath}/providers/disconnect`

const backToAccount = html`<a href="${accountPath}">Back to your account</a>`

/** Renders the page that asks before an account at another identity provider is disconnected. */
export function disconnectPage({ label, givesRole, action }: { label: string; givesRole: boolean; action: string }): Page {
  return formPage(
    {},
    {
      heading: 'Disconnect this identity provider?',
      lead: html`<strong>${label}</strong> will no longer sign you in. Other devices where you signed in with it are signed out. This device stays signed in.${givesRole ? ' If its groups made you a member of an organization, you leave the organization.' : ''}`,
      action,
      fields: [],
      button: 'Disconnect',
      isDestructive: true,
      footer: backToAccount,
    },
  )
}

/** Renders the page that says why a provider stays connected. `hasPasskeys` is whether passkeys can be used here. */
export function onlyWayPage({ isProviderOnly, hasPasskeys }: { isProviderOnly: boolean; hasPasskeys: boolean }): Page {
  return {
    heading: 'This is your only way to sign in',
    isError: true,
    body: isProviderOnly
      ? html`<p class="lead">Here you sign in with an identity provider only, so it stays connected.</p>
      <p class="else">${backToAccount}</p>`
      : html`<p class="lead">Set a password${hasPasskeys ? ' or add a passkey' : ''} first. Then you can disconnect the identity provider.</p>
      <div class="actions">
        <a class="button" href="/auth/forgot">Set a password</a>
        ${hasPasskeys ? html`<a class="button quiet" href="${passkeysPath}/new">Add a passkey</a>` : ''}
      </div>
      <p class="else">${backToAccount}</p>`,
  }
}
