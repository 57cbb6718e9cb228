import { apiPath, dashboardClientId, dashboardScope } from '@linkshelf/contract'
import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { authority } from './stored-session.ts'

const { origin } = window.location

/**
 * Signs in with the authorization code flow and PKCE. renew-session.ts renews tokens, because the library has no lock
 * across tabs.
 */
export const signInManager = new UserManager({
  authority,
  client_id: dashboardClientId,
  redirect_uri: `${origin}/callback`,
  post_logout_redirect_uri: `${origin}/sign-in`,
  scope: dashboardScope,
  resource: `${origin}${apiPath}`,
  userStore: new WebStorageStateStore({ store: window.localStorage }),
  automaticSilentRenew: false,
  requestTimeoutInSeconds: 15,
})
