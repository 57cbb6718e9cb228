import type { ServedDomainRow } from '../../domains/visitors.ts'
import type { Log } from '../../platform/process/log.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import type { ServedDomains } from './served-domains.ts'

export interface ServedDomainLoading {
  /** Marks the host as changed, so that its domain is loaded again. */
  load(host: string): void
  /**
   * Loads every domain again, because changes may have been missed. Resolves when the load has finished or failed;
   * after a failure it is retried.
   */
  loadAll(): Promise<void>
  /** Whether all domains are loaded and no changed host still has to be loaded. */
  isCurrent(): boolean
  close(): void
}

export interface ServedDomainLoadingOptions {
  servedDomains: Pick<ServedDomains, 'update' | 'replaceAll'>
  findDomains: (hosts: readonly string[]) => Promise<ServedDomainRow[]>
  listDomains: (afterHost: string, limit: number) => Promise<ServedDomainRow[]>
  onLoaded(): void
  timeoutMs: number
  log: Log
  retryMs?: number
}

/** Limits the rows per query, so that parsing the result does not delay visitors noticeably. */
const batchMax = 500

/** If more hosts than this have changed, all domains are loaded. */
const changedHostsMax = 10_000

/**
 * Loads domains, one query at a time. Hosts that change during a query are loaded by the following query. While the
 * database can't be reached, the known domains remain, and the query is retried every `retryMs`.
 */
export function createServedDomainLoading(options: ServedDomainLoadingOptions): ServedDomainLoading {
  const { servedDomains, findDomains, listDomains, onLoaded, timeoutMs, log, retryMs = 1_000 } = options
  const changedHosts = new Set<string>()
  let isAllChanged = false
  let hasLoadedAll = false
  let loading: Promise<void> | undefined
  let isFailing = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  function isDue(): boolean {
    return isAllChanged || changedHosts.size > 0
  }

  async function loadAll(): Promise<void> {
    isAllChanged = false
    changedHosts.clear()
    try {
      const domains: ServedDomainRow[] = []
      let page: ServedDomainRow[]
      do {
        page = await withTimeout(timeoutMs, listDomains(domains.at(-1)?.host ?? '', batchMax))
        domains.push(...page)
      } while (page.length === batchMax)
      servedDomains.replaceAll(domains)
      hasLoadedAll = true
    } catch (error) {
      isAllChanged = true
      throw error
    }
  }

  async function loadChanged(): Promise<void> {
    const hosts = [...changedHosts].slice(0, batchMax)
    for (const host of hosts) changedHosts.delete(host)
    try {
      servedDomains.update(hosts, await withTimeout(timeoutMs, findDomains(hosts)))
    } catch (error) {
      for (const host of hosts) changedHosts.add(host)
      throw error
    }
  }

  function run(): Promise<void> {
    if (!isClosed && isDue()) loading ??= loadUntilCurrent()
    return loading ?? Promise.resolve()
  }

  async function loadUntilCurrent(): Promise<void> {
    clearTimeout(retry)
    try {
      while (isDue()) await (isAllChanged ? loadAll() : loadChanged())
      isFailing = false
      if (!isClosed) onLoaded()
    } catch (error) {
      if (!isFailing && !isClosed) log.warn({ err: error }, 'Loading own domains failed; known ones are served as they were')
      isFailing = true
      if (!isClosed) retry = setTimeout(run, retryMs).unref()
    } finally {
      loading = undefined
    }
  }

  return {
    load(host) {
      if (changedHosts.size < changedHostsMax) changedHosts.add(host)
      else isAllChanged = true
      void run()
    },
    loadAll() {
      isAllChanged = true
      return run()
    },
    isCurrent: () => hasLoadedAll && !isDue() && loading === undefined,
    close() {
      isClosed = true
      clearTimeout(retry)
    },
  }
}
