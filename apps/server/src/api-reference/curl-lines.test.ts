// Runs every curl command of the page, exactly as shown, against an API on a port. The test covers new calls
// automatically.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  aDataImport,
  aMember,
  anApiKey,
  anOrganization,
  getFirstProject,
  getProjectContext,
  type OwnedOrganization,
  testPassword,
} from '../../test/builders/builders.ts'
import { fetchOneFont } from '../../test/builders/font-builder.ts'
import { anImage } from '../../test/builders/image-builder.ts'
import { createPathIds } from '../../test/every-operation.ts'
import { openGoogleServer } from '../../test/google/open-google-server.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { runCurl } from '../../test/run-curl.ts'
import { aRunningApi, type RunningApi } from '../../test/running-api.ts'
import { fetchAccessToken } from '../demo/account.ts'
import { getProfile } from '../identity/profile/profile.ts'
import { createProductUrl } from '../products/product-url.ts'
import { createProject } from '../projects/projects.ts'
import { createStoreUrl } from '../stores/store-url.ts'
import { toShellVariable } from './curl-line.ts'
import type { DescribedCall } from './described-calls.ts'
import { describeModules } from './described-modules.ts'
import { createOpenApiDocument, type OpenApiDocument, resolveDocument } from './openapi-document.ts'

const calls = describeModules(await createOpenApiDocument('http://app.test')).flatMap((module) => module.calls)

/** The error codes of calls that need a payment provider. */
const errorCodeByCall = { 'subscriptions.portal': 'BILLING_PORTAL_MISSING' } as Record<string, string>

/**
 * Maps a call to the call that must run before it. `dataImports.delete` removes the only allowed import, and
 * `dataExports.createDownload` returns the address that the download needs.
 */
const callToRunFirst: Record<string, string> = {
  'dataImports.create': 'dataImports.delete',
  'dataExports.download': 'dataExports.createDownload',
}

const google = await openGoogleServer({ unitsPerDay: 1_000_000 })
let api: RunningApi
let mia: OwnedOrganization
let token: string
let page: string
let document: OpenApiDocument
let variables: Record<'withStore' | 'withoutStore', Record<string, string>>
let restoreRows: () => Promise<void>

beforeAll(async () => {
  api = await aRunningApi({}, { clicks: true, fetchFont: fetchOneFont, fetchPage: aProductPage, google })
  mia = await anOrganization(api.deps)
  const { email } = await getProfile(mia.user)
  token = await fetchAccessToken(api.url, { email, password: testPassword, fullName: 'Mia Reed' })
  page = await (await fetch(`${api.url}/v1/docs`)).text()
  document = resolveDocument((await (await fetch(`${api.url}/v1/openapi.json`)).json()) as OpenApiDocument)
  variables = { withStore: await createShellVariables({ hasStore: true }), withoutStore: await createShellVariables({ hasStore: false }) }
  restoreRows = await api.deps.saveRows()
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await google[Symbol.asyncDispose]()
})

async function aProductPage(url: string) {
  return { url, status: 200, contentType: 'text/html', body: Buffer.from('<title>Brass lamp</title>') }
}

/**
 * Returns the variables of an owner's shell: a key, a token, and the id of one entity of each kind. The entities are in
 * a new organization, and the link has clicks.
 */
async function createShellVariables({ hasStore }: { hasStore: boolean }): Promise<Record<string, string>> {
  const { deps } = api
  const owned = await anOrganization(deps, { user: mia.user, settings: ['package=Pro'] })
  const ids = await createPathIds(deps, owned, { hasSingletons: hasStore })
  const member = await aMember(deps, owned)
  await aMember(deps, owned, { role: 'owner' }) // another owner, so that the user may delete their account
  await createProject(deps, owned.ctx, { name: 'Another', description: 'Stays' })
  const ctx = await getProjectContext(owned.user, owned.organization.id, getFirstProject(owned.organization).id)
  await recordClicks(deps, ctx, [{ at: Date.now(), linkId: ids.urlId ?? '', country: 'DE' }])
  let storeName = ''
  if (hasStore) {
    await createProductUrl(deps, ctx, { productId: ids.productId as never, draft: {} })
    const { target } = await createStoreUrl(deps, ctx, { storeId: ids.storeId as never, draft: {} })
    storeName = target.slice(target.lastIndexOf('@') + 1)
  }
  const { key } = await anApiKey(deps, owned.ctx)
  const parameters = {
    ...ids,
    userId: member.actor.userId,
    token: ids.invitationToken ?? '',
    storeName,
    name: 'lamps-and-chairs',
    number: '0',
  }
  const entries = Object.entries(parameters).map(([name, value]) => [toShellVariable(name), value])
  return { ...Object.fromEntries(entries), LINKSHELF_API_KEY: key, LINKSHELF_TOKEN: token }
}

/** Returns the code in one panel of the page. */
function findPanelCode(id: string, title: string): string {
  const section = new RegExp(`<article id="${id}">.*?</article>`, 's').exec(page)?.[0] ?? ''
  const code = new RegExp(`<pre[^>]* aria-label="${title}[^"]*"[^>]*><code>(.*?)</code></pre>`, 's').exec(section)?.[1] ?? ''
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return code.replace(/<[^>]+>/g, '').replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity)
}

it.each(calls)('$id runs exactly as shown, and returns the response that is shown', async (call) => {
  if (call.method !== 'GET') onTestFinished(restoreRows)
  // `stores.create` runs in a project without a store, because a project can have only one store.
  const shell = { ...variables[call.id === 'stores.create' ? 'withoutStore' : 'withStore'] }
  const files = {
    'lamp.jpg': new File([new Uint8Array(await anImage().jpeg().toBuffer())], 'lamp.jpg', { type: 'image/jpeg' }),
    'portrait.jpg': new File([new Uint8Array(await anImage().jpeg().toBuffer())], 'portrait.jpg', { type: 'image/jpeg' }),
    'archive.part': new File([new Uint8Array(aDataImport.bytes)], 'archive.part'),
    'report.csv': new File(['ASIN,Tracking ID,Date Shipped,Ad Fees($)\nB0LAMP0001,mia-20,2026-09-15,1.00'], 'report.csv', {
      type: 'text/csv',
    }),
    'links.csv': new File(['url,slug\nhttps://shop.example/lamp,lamp-of-a-file'], 'links.csv', { type: 'text/csv' }),
    'products.csv': new File(['name\nBrass lamp'], 'products.csv', { type: 'text/csv' }),
  }

  const earlier = callToRunFirst[call.id]
  if (earlier !== undefined) {
    const answer = await runCurl(findPanelCode(earlier, 'Request'), shell)
    expect(answer.ok).toBe(true)
    const { url = '' } = answer.status === 200 ? ((await answer.json()) as { url?: string }) : {}
    shell.SECRET = url.slice(url.lastIndexOf('/') + 1)
  }

  const response = await runCurl(findPanelCode(call.id, 'Request'), shell, files)

  const failure = response.ok ? undefined : ((await response.clone().json()) as { code: string })
  expect(failure?.code).toBe(errorCodeByCall[call.id])
  if (failure !== undefined) return
  expect(String(response.status)).toBe(call.sample.status)
  const sample = findPanelCode(call.id, 'Response')
  if (call.sample.mediaType !== 'application/json') {
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(call.sample.mediaType)
    await response.body?.cancel()
    return
  }
  const body: unknown = await response.json()
  expect(z.fromJSONSchema(findSampleSchema(call) as never).safeParse(body).error).toBeUndefined()
  expect(listDifferences(JSON.parse(sample), body)).toEqual([])
})

function findSampleSchema({ method, path, sample }: DescribedCall): object {
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'get']
  const response = operation?.responses?.[sample.status]
  return (response && !('$ref' in response) && response.content?.['application/json']?.schema) || {}
}

/** Lists where a value's shape differs from the sample. Null and an empty list match any shape. */
function listDifferences(sample: unknown, value: unknown, path = '$'): string[] {
  if (sample === null || value === null) return []
  if (Array.isArray(sample) && Array.isArray(value)) {
    return sample.length > 0 && value.length > 0 ? listDifferences(sample[0], value[0], `${path}[]`) : []
  }
  if (typeof sample !== 'object' || typeof value !== 'object') return typeof sample === typeof value ? [] : [`${path}: ${typeof value}`]
  const [shown, real] = [sample as Record<string, unknown>, value as Record<string, unknown>]
  if (path.endsWith('.attributes')) return []
  return Object.keys(shown).flatMap((key) =>
    key in real ? listDifferences(shown[key], real[key], `${path}.${key}`) : [`${path}.${key}: missing`],
  )
}
