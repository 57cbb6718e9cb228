// Visits of store pages: at the path of a store's handle, and at the root of an own domain.
import type { ProjectId } from '@linkshelf/contract'
import { parseRootAddress, type StoreAddress } from '../../storefront/index.ts'
import { type Outcome, RATE_LIMITED } from '../outcome.ts'
import { parseTargetPath, parseTargetQuery, toHeaderText, type Visit } from '../visit.ts'
import type { StoreRequestHandler } from './visit-store.ts'

export interface StorePageVisits {
  /**
   * Returns the first page of the store at the domain's root. If visitors can't see the store, returns the domain's own
   * front page. Returns undefined if the target's path is not `/`, or if the domain has no store.
   */
  openRoot(visit: Visit, target: string): Promise<Outcome> | undefined
  /**
   * Returns the page that the store at the domain's root has at this path, or the response to a missing page. Returns
   * undefined if the domain has no store.
   */
  openBelowRoot(visit: Visit, target: string): Promise<Outcome> | undefined
  /**
   * Responds to a visit of a removed link: returns the page that the store at the domain's root has at this path.
   * Returns `removed` if the store has no page there that visitors can see.
   */
  openRemoved(visit: Visit, target: string, removed: Outcome): Promise<Outcome> | Outcome
  /**
   * Returns the store page at this address. `address` is undefined if the target can't be the address of a store page.
   */
  open(visit: Visit, target: string, address: StoreAddress | undefined): Promise<Outcome>
}

interface StorePageVisitOptions {
  visitStore: StoreRequestHandler
  mayLoad: (visit: Visit) => boolean
  /** Returns the domain's own front page. */
  openFront: (visit: Visit) => Outcome | Promise<Outcome> | undefined
  missing: (visit: Visit) => Outcome
  /** Returns the same response as `missing`, and counts the visit. */
  notFound: (visit: Visit) => Outcome
}

export function createStorePageVisits({ visitStore, mayLoad, openFront, missing, notFound }: StorePageVisitOptions): StorePageVisits {
  /** Returns the store's first page. If visitors can't see the store, returns the domain's own front page. */
  async function openFirstPage(visit: Visit, target: string, projectId: ProjectId): Promise<Outcome> {
    const outcome = await read(visit, target, parseRootAddress(projectId, '/', parseTargetQuery(target)))
    return isMissing(outcome) ? ((await openFront(visit)) ?? outcome) : outcome
  }

  async function openRootPage(visit: Visit, target: string, projectId: ProjectId): Promise<Outcome> {
    const outcome = await open(visit, target, parseRootAddress(projectId, parseTargetPath(target), parseTargetQuery(target)))
    const hasOtherPage = outcome.kind === 'store-not-found' || visit.domain?.settings.notFoundUrl !== null
    return isMissing(outcome) && hasOtherPage ? missing(visit) : outcome
  }

  async function openAtRemovedLink(visit: Visit, target: string, projectId: ProjectId, removed: Outcome): Promise<Outcome> {
    const outcome = await read(visit, target, parseRootAddress(projectId, parseTargetPath(target), parseTargetQuery(target)))
    return outcome.kind === 'store' && !isMissing(outcome) ? outcome : removed
  }

  async function open(visit: Visit, target: string, address: StoreAddress | undefined): Promise<Outcome> {
    const outcome = await read(visit, target, address)
    return isMissing(outcome) && notFound(visit) === RATE_LIMITED ? RATE_LIMITED : outcome
  }

  function read(visit: Visit, target: string, address: StoreAddress | undefined): Promise<Outcome> {
    const { headers } = visit
    const sent = {
      ifNoneMatch: toHeaderText(headers['if-none-match']),
      acceptEncoding: toHeaderText(headers['accept-encoding']),
      fetchDest: toHeaderText(headers['sec-fetch-dest']),
      fetchSite: toHeaderText(headers['sec-fetch-site']),
    }
    return visitStore({ target, address }, sent, () => mayLoad(visit))
  }

  return {
    openRoot(visit, target) {
      const projectId = parseTargetPath(target) === '/' ? visit.domain?.settings.storeProjectId : undefined
      return projectId ? openFirstPage(visit, target, projectId) : undefined
    },
    openBelowRoot(visit, target) {
      const projectId = visit.domain?.settings.storeProjectId
      return projectId ? openRootPage(visit, target, projectId) : undefined
    },
    openRemoved(visit, target, removed) {
      const projectId = visit.domain?.settings.storeProjectId
      return projectId ? openAtRemovedLink(visit, target, projectId, removed) : removed
    },
    open,
  }
}

/** Returns whether the requested store page is one that visitors can't see. */
export function isMissing(outcome: Outcome): boolean {
  return outcome.kind === 'store-not-found' || (outcome.kind === 'store' && outcome.response.status === 404)
}
