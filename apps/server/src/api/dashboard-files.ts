import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Env, Hono } from 'hono'
import { createAppPolicy } from '../platform/http/content-security-policy.ts'

/**
 * Serves the built dashboard. Files under `/assets/` have a hash in their names and are immutable. If a path does not
 * look like a file, the response is `index.html`, whose router knows the screens. If it looks like a missing file, the
 * response is 404: programs that look for well-known files would otherwise mistake the page for such a file. Text files
 * are sent as the build compressed them, even small ones.
 */
export function addDashboardFiles<E extends Env>(app: Hono<E>, root: string, publicOrigin: string): void {
  const pagePolicy = createAppPolicy(findInlineScripts(join(root, 'index.html')), publicOrigin)
  const setImmutable = (_path: string, context: Context) => context.header('cache-control', 'public, max-age=31536000, immutable')
  // Browsers must revalidate these files, because they have the same names in every build.
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

/**
 * Returns whether the path looks like a file. No screen's path has a segment that begins with a dot, or a file
 * extension.
 */
function isFilePath(path: string): boolean {
  return /\/\.|\.\w+$/.test(path)
}

/** Finds the inline scripts of a page, so that its policy can allow them. Returns none if the file does not exist. */
export function findInlineScripts(path: string): string[] {
  if (!existsSync(path)) return []
  return Array.from(readFileSync(path, 'utf8').matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => script)
}
