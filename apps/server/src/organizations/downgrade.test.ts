import { expect, it } from 'vitest'
import {
  aLink,
  anApiKey,
  anOrganization,
  aProduct,
  aProject,
  aStore,
  catchErrorCode,
  findDestination,
  getFirstProject,
  toApiKeyContext,
} from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { findProjectContext } from '../access/context.ts'
import { listApiKeys } from '../api-keys/api-keys.ts'
import { listLinks } from '../links/list/list-links.ts'
import { listProducts } from '../products/products.ts'
import { setOrganizationSettings } from './organization-settings.ts'
import { listOrganizations } from './organizations.ts'

it('deletes nothing after a downgrade, still redirects and shows everything, but adds no links', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const onPro = await aProject(deps, { owned })
  for (let nth = 1; nth <= 12; nth += 1) await aLink(deps, onPro, { slug: `link-${nth}` })
  await aStore(deps, onPro)
  await aProduct(deps, onPro)
  const key = await anApiKey(deps, owned.ctx)

  await setOrganizationSettings(deps, owned.organization.id, ['package=Free'])

  const [organization] = await listOrganizations(owned.user)
  expect(organization && getFirstProject(organization).link_count).toBe(12)
  const ctx = await aProject(deps, { owned })
  expect(ctx.entitlements.linksPerProject).toBe(10)
  expect((await listLinks(deps, ctx, { archived: false, limit: 100 })).links).toHaveLength(12)
  expect((await listProducts(deps, ctx, { limit: 100 })).products).toHaveLength(1)
  expect(await listApiKeys(owned.ctx)).toHaveLength(1)
  expect(await findDestination(deps, 'link-12')).toMatchObject({ kind: 'link' })
  expect(await catchErrorCode(aLink(deps, ctx))).toBe('LINK_LIMIT_REACHED')
  const ofKey = await findProjectContext(
    toApiKeyContext(owned.user, { keyId: key.id, organizationId: ctx.organization.id }),
    ctx.organization.id,
    ctx.project.id,
  )
  expect(ofKey && (await catchErrorCode(aLink(deps, { ...ctx, ...ofKey })))).toBe('LINK_LIMIT_REACHED')
})
