// A file with the served domains, so that an edge knows them even if it starts while the database is down.

import { join } from 'node:path'
import { domainId as domainIdSchema, organizationId as organizationIdSchema, projectId } from '@linkshelf/contract/basics'
import { z } from 'zod'
import { defaultServedSettings, type ServedDomainRow } from '../../domains/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import { copyString } from '../../platform/copy-string.ts'
import type { Log } from '../../platform/process/log.ts'
import { readSnapshotFile, writeSnapshotFile } from '../snapshot-file.ts'
import type { ServedDomains } from './served-domains.ts'

const fileName = 'served-domains'
/** `served-domains-1` contains no settings of the domains. */
const formats = ['served-domains-1', 'served-domains-2'] as const
const currentFormat = 'served-domains-2'
/**
 * If the database has not confirmed the domains for this long, they are dropped, because other organizations may own
 * them by now.
 */
const ageMaxMs = 7 * 86_400_000
/**
 * An unchanged file is rewritten this often, because its first line says when the database last confirmed the domains.
 */
const rewriteMs = 600_000

interface PersistenceOptions {
  /** Other edges may use the same folder. */
  folder: string
  servedDomains: Pick<ServedDomains, 'list' | 'replaceAll' | 'revision'>
  clock: Clock
  log: Log
}

export interface ServedDomainPersistence {
  /**
   * Must be called when the database has confirmed the current domains. Writes the file if the domains have changed, or
   * if the file is older than `rewriteMs`.
   */
  confirm(): void
  close(): Promise<void>
}

/**
 * Restores the domains from the file that an edge of this machine wrote last. Then writes the domains that the database
 * confirms. Never rejects.
 */
export async function persistServedDomains({ folder, servedDomains, clock, log }: PersistenceOptions): Promise<ServedDomainPersistence> {
  const path = join(folder, fileName)
  const now = () => clock.now().getTime()
  const restored = await readServedDomains(path, log)
  const isRecent = restored !== undefined && now() - restored.confirmedAt < ageMaxMs
  if (isRecent) servedDomains.replaceAll(restored.domains)
  let written = { revision: servedDomains.revision(), at: isRecent ? restored.confirmedAt : Number.NEGATIVE_INFINITY }
  let writing: Promise<void> | undefined
  let confirmedAt: number | undefined

  function isWritten(): boolean {
    return confirmedAt === undefined || (written.revision === servedDomains.revision() && confirmedAt - written.at < rewriteMs)
  }

  async function write(): Promise<void> {
    const current = { revision: servedDomains.revision(), at: confirmedAt ?? now() }
    try {
      // If another edge is writing the file, this edge writes it at the next `confirm`.
      if (await writeSnapshotFile(path, currentFormat, formatLines(current.at, servedDomains.list()))) written = current
    } catch (error) {
      log.warn({ err: error }, 'Writing the own domains failed; a start without the database may begin with older ones')
      written = current
    }
    writing = undefined
  }

  return {
    confirm() {
      confirmedAt = now()
      if (writing === undefined && !isWritten()) writing = write()
    },
    async close() {
      await writing
      if (!isWritten()) await write()
    },
  }
}

function* formatLines(confirmedAt: number, domains: readonly ServedDomainRow[]): Generator<string> {
  yield String(confirmedAt)
  for (const { host, domainId, organizationId, settings } of domains)
    yield [host, domainId, organizationId, JSON.stringify(settings)].join('\t')
}

const ids = z.tuple([domainIdSchema, organizationIdSchema])
/**
 * A domain's settings as the file contains them. Their URLs contain only ASCII characters, because the URL parser wrote
 * them.
 */
const servedSettings = z.object({
  rootUrl: z.string().nullable(),
  storeProjectId: z.nullable(projectId).default(null),
  notFoundUrl: z.string().nullable(),
  favicon: z.string().nullable(),
  revision: z.number(),
})

async function readServedDomains(path: string, log: Log): Promise<{ confirmedAt: number; domains: ServedDomainRow[] } | undefined> {
  try {
    const lines = await readSnapshotFile(path, formats)
    if (lines === undefined) return undefined
    const [confirmedAt, ...domains] = lines
    return { confirmedAt: Number(confirmedAt), domains: domains.map(parseLine) }
  } catch (error) {
    log.warn({ err: error }, 'Reading the own domains failed; they are served once the database was reached')
    return undefined
  }
}

function parseLine(line: string): ServedDomainRow {
  const [host = '', domain, organization, settings] = line.split('\t').map(copyString)
  const [domainId, organizationId] = ids.parse([domain, organization])
  return {
    host,
    domainId,
    organizationId,
    settings: settings === undefined ? defaultServedSettings : servedSettings.parse(JSON.parse(settings)),
  }
}
