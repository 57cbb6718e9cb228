import type { QrConfig } from '@linkshelf/contract'
import { inProject, type Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectLookWithLogo } from './qr-table.ts'
import { showQrConfig } from './show-qr-config.ts'

/** The usual look where none was chosen. Refuses a link that isn't in the project. */
export async function findLinkQrConfig(deps: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<QrConfig> {
  await findLink(deps, project, linkId)
  return showQrConfig(await inProject(deps.db, project, (tx) => selectLookWithLogo(tx, project, { kind: 'link', id: linkId })))
}
