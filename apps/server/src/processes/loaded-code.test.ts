import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

const program = `
import { registerHooks } from 'node:module'
const urls = []
registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context) } })
await import(process.argv[1])
console.log(JSON.stringify(urls))`

/** Returns the paths of the files that a process loads when it imports the file. */
async function findLoadedFiles(file: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, join(root, file)])
  const urls: string[] = JSON.parse(stdout)
  return urls.flatMap((url) => (url.startsWith('file:') ? [url.slice(`file://${root}/`.length)] : []))
}

function toModules(files: readonly string[]): string[] {
  return [...new Set(files.flatMap((path) => /^apps\/server\/src\/([^/]+)\//.exec(path)?.[1] ?? []))].sort()
}

const calls = 'packages/contract/src/call.ts'
const heavyPackages =
  /^node_modules\/(@aws-sdk|@orpc|age-encryption|graphile-worker|html-to-text|jose|nodemailer|oidc-provider|postcss|prom-client|sharp|wawoff2)\//

it.each([
  ['edge', ['backups', 'clicks', 'domains', 'edge', 'integrations', 'links', 'platform', 'processes', 'storefront', 'uploads']],
  ['ship', ['clicks', 'platform', 'processes']],
])('loads into %s only the code that it runs', async (process, modules) => {
  const files = await findLoadedFiles(`apps/server/src/processes/${process}-process.ts`)
  expect(toModules(files)).toEqual(modules)
  expect(files).not.toContain(calls)
  expect(files.filter((path) => heavyPackages.test(path))).toEqual([])
})

it('loads into a start only the modules that prepare databases', async () => {
  const files = await findLoadedFiles('apps/server/src/processes/start-process.ts')
  expect(toModules(files)).toEqual(['analytics', 'backups', 'databases', 'platform', 'processes', 'stores'])
  expect(files).not.toContain(calls)
  expect(files.filter((path) => /^node_modules\/(@aws-sdk|age-encryption)\//.test(path))).toEqual([])
})

it('loads into jobs neither the identity provider, the code that draws pictures, nor the client of buckets', async () => {
  const files = await findLoadedFiles('apps/server/src/processes/jobs-process.ts')
  expect(files.filter((path) => /^node_modules\/(@aws-sdk|age-encryption|koa|oidc-provider|prom-client|sharp)\//.test(path))).toEqual([])
})

it('loads no calls with the basics of the contract', async () => {
  expect(await findLoadedFiles('packages/contract/src/basics.ts')).not.toContain(calls)
  expect(await findLoadedFiles('packages/contract/src/index.ts')).toContain(calls)
})
