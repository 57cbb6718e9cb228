// The store pages of visits: below the handle of a store, and at the root of an own domain.
import type { ProjectId } from '@linkshelf/contract'
import { parseRootAddress, type StoreAddress } from '../../storefront/index.ts'
import { type Outcome, RATE_LIMITED } from '../outcome.ts'
import { parseTargetPath, parseTargetQuery, toHeaderText, type Visit } from '../visit.ts'
import type { StoreRequestHandler } from './visit-store.ts'

export interface StorePageVisits {
  /** The first page of the store at the root of the domain; undefined for any other path, and without one. */
  openRoot(visit: Visit, target: string): Promise<Outcome> | undefined
  /** The page of the store at the root of the domain, or the response of a missing page; undefined without a store. */
  openBelowRoot(visit: Visit, target: string): Promise<Outcome> | undefined
  /** The page of the store at the root of the domain where a link was removed; `removed` where visitors see none. */
  openRemoved(visit: Visit, target: string, removed: Outcome): Promise<Outcome> | Outcome
  /** The address is undefined where no store can have it. */
  open(visit: Visit, target: string, address: StoreAddress | undefined): Promise<Outcome>
}

interface StorePageVisitOptions {
  visitStore: StoreRequestHandler
  mayLoad: (visit: Visit) => boolean
  /** The page of the domain itself. */
  openFront: (visit: Visit) => Outcome | Promise<Outcome> | undefined
  missing: (visit: Visit) => Outcome
  /** The same, and counts the visit. */
  notFound: (visit: Visit) => Outcome
}

export function createStorePageVisits({ visitStore, mayLoad, openFront, missing, notFound }: StorePageVisitOptions): StorePageVisits {
  /** The domain's own page comes in place of a store that visitors can't see. */
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

/** Whether a store page was requested that visitors can't see. */
export function isMissing(outcome: Outcome): boolean {
  return outcome.kind === 'store-not-found' || (outcome.kind === 'store' && outcome.response.status === 404)
}
