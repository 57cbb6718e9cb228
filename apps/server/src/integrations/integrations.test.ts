import {
  aliexpressIntegrationDraft,
  amazonIntegrationDraft,
  ebayIntegrationDraft,
  integrationDefaults,
  integrationMessages,
} from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anIntegration, anOrganization, aProject, findDestination } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { listAuditLogs } from '../audit-logs/audit-logs.ts'
import { deleteIntegration, getIntegration, saveIntegration } from './integrations.ts'

it('returns the defaults before an integration is saved and after it is deleted', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  expect(await getIntegration(ctx, 'amazon')).toEqual(integrationDefaults.amazon)
  expect(integrationDefaults.amazon.defaultMarket).toBe('com')

  const saved = await anIntegration(ctx)
  expect(saved).toEqual({
    trackingId: 'mia-20',
    associateId: 'mia-20',
    defaultMarket: 'com',
    market_tags: { de: 'mia-21' },
    country_routing: 'search',
    additionalParams: null,
    updated_at: ctx.now.toISOString(),
  })
  expect(await getIntegration(ctx, 'amazon')).toEqual(saved)
  expect(await getIntegration(ctx, 'ebay')).toEqual(integrationDefaults.ebay)

  await deleteIntegration(ctx, 'amazon')
  expect(await getIntegration(ctx, 'amazon')).toEqual(integrationDefaults.amazon)
  await expect(deleteIntegration(ctx, 'amazon')).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' })
})

it('stores one integration per retailer if two saves run at once', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const [one, other] = ['5338000001', '5338000002'].map((campaignId) =>
    saveIntegration(ctx, 'ebay', ebayIntegrationDraft.parse({ campaignId, publisherId: '1' })),
  )
  const saved = [await one, await other]
  expect(saved).toContainEqual(await getIntegration(ctx, 'ebay'))
})

it('adds an audit entry for each change', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await anIntegration(ctx)
  await saveIntegration(ctx, 'aliexpress', aliexpressIntegrationDraft.parse({ trackingId: 'mia', appId: '501234' }))
  await deleteIntegration(ctx, 'amazon')

  const { entries } = await listAuditLogs(owned.ctx, { group: 'integration', limit: 10, tz: 'UTC' })
  expect(entries.map(({ description }) => description).toSorted()).toEqual([
    'Removed integration “Amazon”',
    'Saved integration “AliExpress”',
    'Saved integration “Amazon”',
  ])
})

const requests: [string, object, string][] = [
  ['amazon', { trackingId: 'mia 20', associateId: 'a', defaultMarket: 'com' }, integrationMessages.trackingIdInvalid],
  ['amazon', { trackingId: '<b>mia</b>-20', associateId: 'a', defaultMarket: 'com' }, integrationMessages.trackingIdInvalid],
  [
    'amazon',
    { trackingId: 'a', associateId: 'a', defaultMarket: 'com', market_tags: { de: 'mia&21' } },
    integrationMessages.trackingIdInvalid,
  ],
  ['amazon', { associateId: 'a', defaultMarket: 'com' }, 'Tracking ID is required'],
  ['amazon', { trackingId: ' ', associateId: 'a', defaultMarket: 'com' }, 'Tracking ID is required'],
  ['amazon', { trackingId: 'a', defaultMarket: 'com' }, 'Associate ID is required'],
  ['amazon', { trackingId: 'a', associateId: 'a' }, 'Default market is required'],
  ['amazon', { trackingId: 'a', associateId: 'a', defaultMarket: '' }, 'Default market is required'],
  ['ebay', { publisherId: '1' }, 'Campaign ID is required'],
  ['ebay', { campaignId: '1' }, 'Publisher ID is required'],
  ['aliexpress', { appId: '1' }, 'Tracking ID is required'],
  ['aliexpress', { trackingId: 'mia', appId: '' }, 'App ID is required'],
]
it.each(requests)('rejects an invalid integration with %s, %j: %s', async (retailer, body, message) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/integrations/${retailer}`
  const response = await createApiCaller(deps)(ctx, { method: 'PUT', path, body })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([400, message])
})

it('accepts a stored tag that Amazon cannot have issued when other settings change', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { updated_at: _, ...saved } = await anIntegration(ctx)
  await queryAsOwner(
    deps,
    `update integrations set settings = jsonb_set(settings::jsonb, '{trackingId}', '"mia 20"') where project_id = $1`,
    [ctx.project.id],
  )
  expect(await getIntegration(ctx, 'amazon')).toMatchObject({ trackingId: 'mia 20' })

  const changed = { ...saved, trackingId: 'mia 20', associateId: 'mia' }
  expect(await saveIntegration(ctx, 'amazon', changed)).toMatchObject(changed)
  await expect(saveIntegration(ctx, 'amazon', { ...changed, trackingId: 'mia 21' })).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    message: integrationMessages.trackingIdInvalid,
    data: { issues: [{ path: 'trackingId' }] },
  })
})

it('lets edges read settings, but not account ids', async () => {
  await using deps = await openTestDeps()
  await anIntegration(await aProject(deps))
  const read = (column: 'settings' | 'account_id') => deps.edgeDb.selectFrom('integrations').select(column).execute()
  expect(await read('settings')).toHaveLength(1)
  await expect(read('account_id')).rejects.toThrow('permission denied')
})

it('tags links of its own project only', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const target = 'https://www.amazon.de/dp/B07FZ8S74R'
  await aLink(deps, mia, { slug: 'mia', target })
  await aLink(deps, noah, { slug: 'noah', target })
  await anIntegration(mia)
  expect(await findDestination(deps, 'mia')).toMatchObject({ link: { destination: `${target}?tag=mia-21`, revision: 1 } })
  expect(await findDestination(deps, 'noah')).toMatchObject({ link: { destination: target } })
})

it('redirects to eBay without a page in between only if the owner chooses direct links', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const target = 'https://www.ebay.com/itm/123456789012'
  await aLink(deps, ctx, { slug: 'lamp', target })
  const account = { campaignId: '5338123456', publisherId: '1' }
  await saveIntegration(ctx, 'ebay', ebayIntegrationDraft.parse(account))
  expect(await findDestination(deps, 'lamp')).toMatchObject({ link: { needsPage: true } })
  await saveIntegration(ctx, 'ebay', ebayIntegrationDraft.parse({ ...account, link_behavior: 'direct' }))
  const found = await findDestination(deps, 'lamp')
  expect(found).toMatchObject({ link: { destination: expect.stringContaining('campid=5338123456') } })
  expect(found).not.toMatchObject({ link: { needsPage: true } })
})

it('does not tag a link if the settings are invalid or the tag makes the address too long', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const long = `https://www.amazon.com/s?k=${'a'.repeat(2_015)}`
  await aLink(deps, ctx, { slug: 'long', target: long })
  await anIntegration(ctx)
  expect(await findDestination(deps, 'long')).toMatchObject({ link: { destination: long } })

  const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'
  await aLink(deps, ctx, { slug: 'lamp', target: lamp })
  await saveIntegration(ctx, 'amazon', {
    ...amazonIntegrationDraft.parse({ trackingId: 'a', associateId: 'a', defaultMarket: 'com' }),
    defaultMarket: 'moon',
  })
  expect(await findDestination(deps, 'lamp')).toMatchObject({ link: { destination: lamp } })
})
