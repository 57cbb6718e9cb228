import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Env, Hono } from 'hono'
import { appPolicy } from '../platform/http/content-security-policy.ts'

/**
 * Files of the build, with a hash in their names, are immutable. A path that names no file is `index.html`, whose
 * router knows the screens; one that would be a file is 404, because programs that look for files there would take the
 * page for one. Text files are sent as the build compressed them, also small ones.
 */
export function addDashboardFiles<E extends Env>(app: Hono<E>, root: string, publicOrigin: string): void {
  const pagePolicy = appPolicy(findInlineScripts(join(root, 'index.html')), publicOrigin)
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
  app.get('*', async (context, next) => (isFilePath(context.req.path) ? context.notFound() : page(context, next)))
}

/** No screen has a dot at the beginning of a segment, or an ending. */
function isFilePath(path: string): boolean {
  return /\/\.|\.\w+$/.test(path)
}

/** The inline scripts of a page, which its policy allows; none when there is no such file. */
export function findInlineScripts(path: string): string[] {
  if (!existsSync(path)) return []
  return Array.from(readFileSync(path, 'utf8').matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => script)
}
