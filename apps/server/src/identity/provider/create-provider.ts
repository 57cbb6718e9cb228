import { EventEmitter } from 'node:events'
import { issuerPath } from '@linkshelf/contract'
import Provider from 'oidc-provider'
import { pagePolicy } from '../../layout/index.ts'
import type { IdentityKeys } from '../keys/identity-keys.ts'
import { recordSession, type SessionDeps } from '../sessions/record-session.ts'
import { browserContext } from './interaction-adapter.ts'
import { logSignOut } from './log-provider-events.ts'
import { type ProviderDeps, providerConfiguration } from './provider-configuration.ts'
import { skipSignOutOfNobody } from './sign-out.ts'

/** The OpenID provider at `${app}/oidc`. */
export function createProvider(deps: ProviderDeps & SessionDeps, keys: IdentityKeys): Provider {
  const { log, origins } = deps
  const provider = new Provider(`${origins.app}${issuerPath}`, providerConfiguration(deps, keys))
  provider.proxy = true // the scheme is the one `withAppOrigin` writes
  provider.use(async (ctx, next) => {
    for (const [name, value] of Object.entries(pagePolicy(origins.app).headers)) ctx.set(name, value)
    await browserContext.run(ctx, next)
    await recordSession(deps, ctx)
  })
  provider.use(skipSignOutOfNobody(provider, origins.app))
  provider.on('end_session.success', (ctx) => logSignOut(log, ctx))
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The identity provider failed'))
  // The provider's types lack this event of Koa; without a listener Koa writes to the console.
  EventEmitter.prototype.on.call(provider, 'error', (error) => log.error({ err: error }, 'The identity provider failed'))
  return provider
}
