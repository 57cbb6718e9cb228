import { expect, it } from 'vitest'
import { anOrganization, aProduct, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { createPathIds, listOperations, toCall } from '../../test/every-operation.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { setOrganizationSettings } from '../organizations/index.ts'
import { createProductUrl, getProductAddress } from '../products/product-url.ts'

/** Every call that concerns a store. The name check is excluded, because it does not concern a store. */
const calls = (await listOperations()).filter(({ path }) => path.includes('{projectId}/stores'))

it('responds with 404 to every store call without store pages, but lists the store with product pages', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ids = await createPathIds(deps, owned)
  const listStatuses = async () => {
    const send = createApiCaller(deps)
    const answers = await Promise.all(
      calls.map(async (call) => [`${call.method} ${call.path}`, await send(owned.user, toCall(deps, call, ids))] as const),
    )
    return Object.fromEntries(answers.map(([name, { status }]) => [name, status]))
  }
  const list = 'GET /v1/{orgId}/projects/{projectId}/stores'
  const every = Object.fromEntries(calls.map(({ method, path }) => [`${method} ${path}`, 404]))
  expect(calls.length).toBeGreaterThan(10)

  await setOrganizationSettings(deps, owned.organization.id, ['store_page_enabled=false'])
  expect(await listStatuses()).toEqual({ ...every, [list]: 200 })

  await setOrganizationSettings(deps, owned.organization.id, ['product_page_enabled=false'])
  expect(await listStatuses()).toEqual(every)
})

it('rejects a product address without a store: STORE_NOT_FOUND, or STORE_NOT_ENABLED if the organization has no store pages', async () => {
  await using deps = await openTestDeps()
  const listErrorCodes = async (settings: string[]) => {
    const ctx = await aProject(deps, { settings })
    const { product_id: productId } = await aProduct(deps, ctx)
    return [
      await catchErrorCode(getProductAddress(deps, ctx, productId)),
      await catchErrorCode(createProductUrl(deps, ctx, { productId, draft: {} })),
    ]
  }

  expect(await listErrorCodes(['store_page_enabled=true'])).toEqual(['STORE_NOT_FOUND', 'STORE_NOT_FOUND'])
  expect(await listErrorCodes(['store_page_enabled=false'])).toEqual(['STORE_NOT_ENABLED', 'STORE_NOT_ENABLED'])
})
