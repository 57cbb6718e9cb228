import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Env, Hono } from 'hono'
import { contentSecurityPolicy } from '../platform/http/response-headers.ts'

/**
 * Files of the build, with a hash in their names, are immutable; every other path is `index.html`. Text files are sent
 * as the build compressed them, also small ones.
 */
export function addDashboardFiles<E extends Env>(app: Hono<E>, root: string, publicOrigin: string): void {
  const pagePolicy = contentSecurityPolicy(inlineScriptHashes(join(root, 'index.html')), publicOrigin)
  const setImmutable = (_path: string, context: Context) => context.header('cache-control', 'public, max-age=31536000, immutable')
  // The names of the other files are the same in the next build.
  const setRevalidated = (_path: string, context: Context) => context.header('cache-control', 'no-cache')
  const setPage = (path: string, context: Context) => {
    setRevalidated(path, context)
    context.header('content-security-policy', pagePolicy)
  }
  const page = serveStatic({ root, path: 'index.html', precompressed: true, onFound: setPage })

  app.get('/assets/*', serveStatic({ root, precompressed: true, onFound: setImmutable }))
  app.get('/assets/*', (context) => context.notFound())
  app.get('/', page)
  app.get('/index.html', page)
  app.get('*', serveStatic({ root, precompressed: true, onFound: setRevalidated }))
  app.get('*', page)
}

/** The hashes of the inline scripts of a page, as its policy names them; none when there is no such file. */
export function inlineScriptHashes(path: string): string[] {
  if (!existsSync(path)) return []
  const scripts = readFileSync(path, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return Array.from(scripts, ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`)
}
