// The pages and files of an own domain that are no links: its root, robots.txt, its icon, and the files by which links
// open in apps.
import type { ProjectId } from '@linkshelf/contract'
import { FrontPage, storePaths } from '@linkshelf/storefront'
import { LRUCache } from 'lru-cache'
import { createElement } from 'react'
import type { DomainFiles } from '../../domains/index.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import type { ServedDomain } from '../domains/served-domains.ts'
import { BUSY, NOT_FOUND, type Outcome } from '../outcome.ts'
import { fileResponse, moveResponse, pageResponse } from '../responses.ts'

export interface DomainVisits {
  /** Undefined for any other path, or where the domain has no file of its own and the instance has one. */
  open(domain: ServedDomain, path: string, mayLoad: () => boolean): Outcome | Promise<Outcome> | undefined
  /** Undefined for a domain without an address for what is not found. */
  notFound(domain: ServedDomain): Outcome | undefined
}

interface DomainVisitOptions {
  publicOrigin: string
  /** Undefined when the domain serves nothing any more. */
  findFiles: (domainId: ServedDomain['domainId']) => Promise<DomainFiles | undefined>
  /** Undefined for a project without a store that visitors can see. */
  findStoreHandle: (projectId: ProjectId) => Promise<string | undefined>
  timeoutMs: number
}

const json = 'application/json'
const appFiles = new Map<string, 'appleAppSiteAssociation' | 'assetLinks'>([
  ['/.well-known/apple-app-site-association', 'appleAppSiteAssociation'],
  ['/.well-known/assetlinks.json', 'assetLinks'],
])

/** A file has 20,000 characters at most. */
const cachedDomainsMax = 500

/** A store that was created or hidden shows within this time. */
const handleTtlMs = 1_000

export function createDomainVisits({ publicOrigin, findFiles, findStoreHandle, timeoutMs }: DomainVisitOptions): DomainVisits {
  /** By domain and revision of its settings. */
  const cached = new LRUCache<string, DomainFiles>({ max: cachedDomainsMax })
  const handles = new LRUCache<ProjectId, Promise<string | undefined>>({ max: cachedDomainsMax, ttl: handleTtlMs })

  /** Undefined when the files can't be loaded at the moment. */
  async function load({ domainId, settings }: ServedDomain, mayLoad: () => boolean): Promise<DomainFiles | undefined> {
    const key = `${domainId} ${settings.revision}`
    const known = cached.get(key)
    if (known !== undefined || !mayLoad()) return known
    const files = await withTimeout(timeoutMs, findFiles(domainId)).catch(() => undefined)
    if (files !== undefined) cached.set(key, files)
    return files
  }

  function respond(response: ReturnType<typeof pageResponse>): Outcome {
    return { kind: 'domain-page', response }
  }

  function move(url: string): Outcome {
    return respond(moveResponse(publicOrigin, url))
  }

  async function openRobots(domain: ServedDomain, mayLoad: () => boolean): Promise<Outcome> {
    const files = await load(domain, mayLoad)
    if (files === undefined) return BUSY
    return files.robots === null
      ? { kind: 'page', page: 'robots' }
      : respond(fileResponse(publicOrigin, 'text/plain; charset=utf-8', files.robots))
  }

  async function openAppFile(
    domain: ServedDomain,
    name: 'appleAppSiteAssociation' | 'assetLinks',
    mayLoad: () => boolean,
  ): Promise<Outcome> {
    const files = await load(domain, mayLoad)
    if (files === undefined) return BUSY
    const content = files[name]
    return content === null ? NOT_FOUND : respond(fileResponse(publicOrigin, json, content))
  }

  function openRoot(domain: ServedDomain, mayLoad: () => boolean): Outcome | Promise<Outcome> {
    const { rootUrl, storeProjectId } = domain.settings
    if (rootUrl !== null) return move(rootUrl)
    return storeProjectId === null ? openFront(domain) : openStore(domain, storeProjectId, mayLoad)
  }

  /** Visits of one moment share a query. */
  function find(projectId: ProjectId): Promise<string | undefined> {
    const finding = withTimeout(timeoutMs, findStoreHandle(projectId)).catch(() => undefined)
    handles.set(projectId, finding)
    return finding
  }

  /** The redirect to the store, or the small page where visitors can see none at the moment. */
  async function openStore(domain: ServedDomain, projectId: ProjectId, mayLoad: () => boolean): Promise<Outcome> {
    const finding = handles.get(projectId) ?? (mayLoad() ? find(projectId) : undefined)
    const handle = await finding
    return handle === undefined ? openFront(domain) : move(publicOrigin + storePaths.store({ handle }))
  }

  function openFront({ host }: ServedDomain): Outcome {
    return respond(pageResponse(publicOrigin, { status: 200, element: createElement(FrontPage, { host }), cache: 'public, max-age=300' }))
  }

  return {
    open(domain, path, mayLoad) {
      if (path === '/') return openRoot(domain, mayLoad)
      if (path === '/robots.txt') return openRobots(domain, mayLoad)
      if (path === '/favicon.ico' && domain.settings.favicon !== null) return move(domain.settings.favicon)
      const appFile = appFiles.get(path)
      return appFile && openAppFile(domain, appFile, mayLoad)
    },
    notFound: ({ settings }) => (settings.notFoundUrl === null ? undefined : move(settings.notFoundUrl)),
  }
}
