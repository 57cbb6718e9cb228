// The pages and files of an own domain that are not links: its root, robots.txt, its icon, and the files that let links
// open in apps.
import { type PageLanguage, toHostOrigin } from '@linkshelf/contract/basics'
import { FrontPage } from '@linkshelf/storefront'
import { LRUCache } from 'lru-cache'
import { createElement } from 'react'
import type { DomainFiles } from '../../domains/visitors.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import type { ServedDomain } from '../domains/served-domains.ts'
import { BUSY, NOT_FOUND, type Outcome } from '../outcome.ts'
import { createFileResponse, createPageResponse, createRedirectResponse, languageVary } from '../responses.ts'

interface DomainVisit {
  /** Whether this visitor may trigger a load. */
  mayLoad: () => boolean
  language: () => PageLanguage
}

export interface DomainVisits {
  /**
   * Returns the domain's page or file at this path. Returns undefined if the path is none of the domain's pages or
   * files. Also returns undefined if the domain has no such file; then the instance's file is used.
   */
  open(domain: ServedDomain, path: string, visit: DomainVisit): Outcome | Promise<Outcome> | undefined
  /** Returns the redirect to the domain's URL for missing pages. Returns undefined if the domain has no such URL. */
  notFound(domain: ServedDomain): Outcome | undefined
}

interface DomainVisitOptions {
  publicOrigin: string
  /** Returns undefined if the domain is no longer served. */
  findFiles: (domainId: ServedDomain['domainId']) => Promise<DomainFiles | undefined>
  timeoutMs: number
}

const json = 'application/json'
const appFileByPath = new Map<string, 'appleAppSiteAssociation' | 'assetLinks'>([
  ['/.well-known/apple-app-site-association', 'appleAppSiteAssociation'],
  ['/.well-known/assetlinks.json', 'assetLinks'],
])

/** Maximum number of domains whose files are cached. A file has at most 20,000 characters. */
const cachedDomainsMax = 500

export function createDomainVisits({ publicOrigin, findFiles, timeoutMs }: DomainVisitOptions): DomainVisits {
  /** The files by domain id and revision of the domain's settings. */
  const cached = new LRUCache<string, DomainFiles>({ max: cachedDomainsMax })
  const loading = new Map<string, Promise<DomainFiles | undefined>>()

  /**
   * Returns the domain's files. Returns undefined if they can't be loaded at the moment. Concurrent visits share one
   * load.
   */
  function load({ domainId, settings }: ServedDomain, mayLoad: () => boolean): Promise<DomainFiles | undefined> | DomainFiles | undefined {
    const key = `${domainId} ${settings.revision}`
    const known = cached.get(key) ?? loading.get(key)
    if (known !== undefined || !mayLoad()) return known
    const load = read(key, domainId).finally(() => loading.delete(key))
    loading.set(key, load)
    return load
  }

  async function read(key: string, domainId: ServedDomain['domainId']): Promise<DomainFiles | undefined> {
    const files = await withTimeout(timeoutMs, findFiles(domainId)).catch(() => undefined)
    if (files !== undefined) cached.set(key, files)
    return files
  }

  function respond(response: ReturnType<typeof createPageResponse>): Outcome {
    return { kind: 'domain-page', response }
  }

  function redirectTo(url: string): Outcome {
    return respond(createRedirectResponse(publicOrigin, url))
  }

  /**
   * Formats the robots.txt of a domain with a store at its root, which search engines may index. The domain's short
   * links send their own noindex header.
   */
  function formatStoreRobots(host: string): string {
    return `User-agent: *\nAllow: /\nSitemap: ${toHostOrigin(publicOrigin, host)}/sitemap.xml\n`
  }

  async function openRobots(domain: ServedDomain, mayLoad: () => boolean): Promise<Outcome> {
    const files = await load(domain, mayLoad)
    if (files === undefined) return BUSY
    const robots = files.robots ?? (domain.settings.storeProjectId === null ? null : formatStoreRobots(domain.host))
    return robots === null
      ? { kind: 'page', page: 'robots' }
      : respond(createFileResponse(publicOrigin, 'text/plain; charset=utf-8', robots))
  }

  async function openAppFile(
    domain: ServedDomain,
    name: 'appleAppSiteAssociation' | 'assetLinks',
    mayLoad: () => boolean,
  ): Promise<Outcome> {
    const files = await load(domain, mayLoad)
    if (files === undefined) return BUSY
    const content = files[name]
    return content === null ? NOT_FOUND : respond(createFileResponse(publicOrigin, json, content))
  }

  function openRoot({ host, settings }: ServedDomain, { language }: DomainVisit): Outcome {
    if (settings.rootUrl !== null) return redirectTo(settings.rootUrl)
    return respond(
      createPageResponse(publicOrigin, {
        status: 200,
        element: createElement(FrontPage, { language: language(), host }),
        cache: 'public, max-age=300',
        headers: languageVary,
      }),
    )
  }

  return {
    open(domain, path, visit) {
      const { mayLoad } = visit
      if (path === '/') return openRoot(domain, visit)
      if (path === '/robots.txt') return openRobots(domain, mayLoad)
      if (path === '/favicon.ico' && domain.settings.favicon !== null) return redirectTo(domain.settings.favicon)
      const appFile = appFileByPath.get(path)
      return appFile && openAppFile(domain, appFile, mayLoad)
    },
    notFound: ({ settings }) => (settings.notFoundUrl === null ? undefined : redirectTo(settings.notFoundUrl)),
  }
}
