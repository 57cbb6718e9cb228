// Installs the tarball of packages/client alone in an empty project, checks its types, and calls an API on a port.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { aLink, anApiKey, anOrganization, aProject } from './builders/builders.ts'
import { aRunningApi } from './running-api.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const client = join(root, 'packages', 'client')

const sample = `
import { createClient, type Link, LinkshelfError, paginate, safe } from '@linkshelf/client'
declare const process: { env: Record<string, string> }
const { KEY: apiKey, URL: baseUrl = '', ORG: orgId = '', PROJECT: projectId = '' } = process.env
const linkshelf = createClient({ apiKey, baseUrl })
const params = { orgId, projectId }

const created: Link = await linkshelf.links.create({ params, body: { target: 'https://shop.example/lamp', slug: 'brass-lamp-1' } })
const urls: string[] = []
for await (const { url } of paginate(linkshelf.links.list, { params, query: { limit: 1 } })) urls.push(url)
const taken = await safe(linkshelf.links.create({ params, body: { target: 'https://shop.example/lamp', slug: 'brass-lamp-1' } }))
if (taken.error !== undefined) {
  const code: 'LINK_SLUG_TAKEN' | string = taken.error.code
  // @ts-expect-error: no call declares this code
  if (taken.error.code === 'NO_SUCH_CODE') console.log(code)
}
// @ts-expect-error: a target is text
const invalid: unknown = await linkshelf.links.create({ params, body: { target: 1 } }).catch((error: unknown) => error)
const picture: Blob = (await linkshelf.qrCodes.linkImage({ params: { ...params, urlId: created.url_id }, query: { format: 'svg' } })).body!
const uploaded = await linkshelf.productImports.create({ params, body: { file: new File(['name\\nLamp'], 'products.csv') } })
const nothing: undefined = await linkshelf.links.delete({ params: { ...params, urlId: created.url_id } })
const events = await linkshelf.analytics.live({ params })
const first = await events.next()
await events.return()
console.log(JSON.stringify({
  url: created.url,
  urls: urls.length,
  taken: [taken.error?.code, taken.error?.status, typeof taken.error?.correlationId],
  invalid: invalid instanceof LinkshelfError && [invalid.code, invalid.message],
  picture: picture.type,
  file: uploaded.file_name,
  nothing: nothing === undefined,
  event: first.done === false && Object.keys(first.value),
}))
`

it('installs its tarball alone in an empty project, checks its types there, and calls the API', async () => {
  await using api = await aRunningApi()
  const owned = await anOrganization(api.deps)
  const ctx = await aProject(api.deps, { owned })
  for (const target of ['https://shop.example/1', 'https://shop.example/2']) await aLink(api.deps, ctx, { target })
  const { key } = await anApiKey(api.deps, owned.ctx)
  const project = await mkdtemp(join(tmpdir(), 'linkshelf-client-'))
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: client })
    const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
    await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(project, tarball)], { cwd: project })
    expect(await readdir(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@linkshelf'])

    await writeFile(join(project, 'sample.ts'), sample)
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2022', types: [] }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['sample.ts'] }))
    // The compiler prints its errors to standard output.
    const { stdout: problems } = await run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project]).catch((failed) => failed)
    expect(problems).toBe('')
    const env = { ...process.env, KEY: key, URL: api.url, ORG: owned.organization.id, PROJECT: ctx.project.id }
    const { stdout } = await run(process.execPath, ['sample.js'], { cwd: project, env })

    expect(JSON.parse(stdout)).toEqual({
      url: 'http://go.test/brass-lamp-1',
      urls: 3,
      taken: ['LINK_SLUG_TAKEN', 409, 'string'],
      invalid: ['REQUEST_INVALID', 'Please enter a valid URL'],
      picture: 'image/svg+xml',
      file: 'products.csv',
      nothing: true,
      event: ['arrived_at'],
    })
  } finally {
    await rm(project, { recursive: true })
  }
})

it('is smaller than 6,000 bytes gzipped, including the routes of all calls, and imports nothing', async () => {
  const code = await readFile(join(client, 'dist', 'index.js'))
  expect(gzipSync(code).byteLength).toBeLessThan(6_000)
  expect(String(code)).not.toMatch(/\bimport\b/)
})
