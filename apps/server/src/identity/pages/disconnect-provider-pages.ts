import { accountPath } from '@linkshelf/contract'
import { requireRecentSignIn } from '../../access/index.ts'
import { disconnectProvider, findProviderSettings, getProviderAccount, getProviderLabel } from '../other-providers/disconnect-provider.ts'
import { findRelyingParty } from '../passkeys/relying-party.ts'
import type { AuthPages, AuthSite, PageContext } from './auth-site.ts'
import { withRecentAccount } from './confirm-user-pages.ts'
import { disconnectPage, disconnectPath, onlyWayPage } from './disconnect-provider-forms.ts'

/** Adds the page on which users disconnect an account at another identity provider. */
export function addDisconnectProviderPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site
  const path = disconnectPath.replace('/auth', '')
  const readId = (context: PageContext) => context.req.query('id') ?? ''
  const toPath = (context: PageContext) => `${disconnectPath}?${new URLSearchParams({ id: readId(context) })}`

  pages.get(path, (context) =>
    withRecentAccount(site, context, toPath(context), async (ctx) => {
      await requireRecentSignIn(ctx)
      const { issuer } = await getProviderAccount(ctx, readId(context))
      const givesRole = findProviderSettings(deps, issuer)?.groups !== undefined
      return show(context, disconnectPage({ label: getProviderLabel(deps, issuer), givesRole, action: toPath(context) }))
    }),
  )

  pages.post(path, (context) =>
    withRecentAccount(site, context, toPath(context), async (ctx) =>
      (await disconnectProvider(deps, ctx, readId(context)))
        ? context.redirect(`${accountPath}?notice=provider-disconnected`, 303)
        : show(
            context,
            onlyWayPage({ isProviderOnly: deps.isProviderOnly, hasPasskeys: findRelyingParty(deps.origins.app) !== undefined }),
            409,
          ),
    ),
  )
}
