import type { LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { selectIntegrationSettings } from '../../integrations/index.ts'
import { selectAffiliatedRows } from '../tables/link-target-table.ts'
import { isAdRow } from './summarize-affiliation.ts'

/**
 * Number of links that one transaction reads. It is limited because the process handles no other request while these
 * links are tagged, which takes milliseconds.
 */
const linksPerRead = 500

/** Returns the hosts of those links of the project that pages mark as ads. `marked` are links that the owner marked. */
export async function findAdHosts(ctx: ProjectContext, linkIds: readonly LinkId[], marked: ReadonlySet<LinkId>): Promise<string[]> {
  const { project } = ctx
  const integrations = JSON.stringify((await read(ctx, (tx) => selectIntegrationSettings(tx, project.id))) ?? {})
  const hosts = new Set<string>()
  for (let from = 0; from < linkIds.length; from += linksPerRead) {
    const links = await read(ctx, (tx) => selectAffiliatedRows(tx, project.id, linkIds.slice(from, from + linksPerRead)))
    for (const link of links) {
      const { hostname } = new URL(link.target)
      if (!hosts.has(hostname) && (marked.has(link.id) || isAdRow({ ...link, integrations }))) hosts.add(hostname)
    }
  }
  return [...hosts]
}
