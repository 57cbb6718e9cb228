import type { LinkId, QrConfig } from '@linkshelf/contract'
import { type ProjectContext, read } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectStyleWithLogo } from './qr-table.ts'
import { toQrConfig } from './to-qr-config.ts'

/** Throws LINK_NOT_FOUND. */
export async function getLinkQrConfig(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<QrConfig> {
  await getLink(deps, ctx, linkId)
  return toQrConfig(await read(ctx, (tx) => selectStyleWithLogo(tx, ctx, { kind: 'link', id: linkId })))
}
