import type { QrConfig, QrConfigUpdate } from '@linkshelf/contract'
import { changingProject, type Project } from '../access/index.ts'
import { findLink, holdLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type QrChange, selectLookWithLogo, upsertLook } from './qr-table.ts'
import { showQrConfig } from './show-qr-config.ts'
import { takeLogo } from './take-logo.ts'

/**
 * What is left out stays as it is; a logo of null takes it away. Nothing is changed when the logo is refused, or when the link isn't in the
 * project or is deleted meanwhile.
 */
export async function editLinkQrCode(
  deps: Pick<Deps, 'db' | 'origins' | 'fetchPicture'>,
  project: Project,
  linkId: string,
  { logo: given, ...colors }: QrConfigUpdate,
): Promise<QrConfig> {
  const subject = { kind: 'link', id: linkId } as const
  // Before anything is fetched for it.
  await findLink(deps, project, linkId)
  const change: QrChange = colors
  if (given !== undefined) change.logo = given === null ? null : await takeLogo(deps.fetchPicture, given)

  return changingProject(deps.db, project, async (tx) => {
    await holdLink(tx, project, linkId)
    const changes = Object.values(change).some((value) => value !== undefined)
    return showQrConfig(await (changes ? upsertLook(tx, project, subject, change) : selectLookWithLogo(tx, project, subject)))
  })
}
