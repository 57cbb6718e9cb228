import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDashboardFiles } from './dashboard-files.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-dashboard-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Linkshelf</title>')
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *')
})
afterAll(() => rm(folder, { recursive: true }))

async function fetchPath(path: string, root = folder): Promise<{ path: string; status: number; type: string | null }> {
  const app = new Hono()
  addDashboardFiles(app, root, 'http://go.test')
  const { status, headers } = await app.request(path)
  return { path, status, type: headers.get('content-type') }
}

it.each([
  '/',
  '/index.html',
  '/links/019a2f71-08d4-7c02-8b6e-5f2a9c417d03/settings?from=2026-01-01',
  '/analytics/link/019a2f71-08d4-7c02-8b6e-5f2a9c417d03?browser=Safari+17.1',
  '/settings/subscription/enterprise',
  '/invitations/Zk3hX0v9q2Lw7rTnY5bD8sJmPcA1eGfU-_8',
  '/no-such-screen',
])('serves the dashboard at %s', async (path) => {
  expect(await fetchPath(path)).toEqual({ path, status: 200, type: expect.stringMatching(/^text\/html/) })
})

it.each([
  '/sitemap.xml',
  '/wp-login.php',
  '/.env',
  '/.git/HEAD',
  '/.well-known',
  '/links/app.js.map',
  '/.well-known/security.txt',
  '/.well-known/openid-configuration',
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('answers 404 to %s, and sends no page', async (path) => {
  expect(await fetchPath(path)).toEqual({ path, status: 404, type: expect.stringMatching(/^text\/plain/) })
})

it('sends a file that exists, and the icons that browsers request at the root', async () => {
  const publicFolder = fileURLToPath(new URL('../../../web/public', import.meta.url))

  expect(await fetchPath('/robots.txt')).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/plain/) })
  expect(await fetchPath('/favicon.ico', publicFolder)).toMatchObject({ status: 200, type: 'image/x-icon' })
  expect(await fetchPath('/apple-touch-icon.png', publicFolder)).toMatchObject({ status: 200, type: 'image/png' })
})
