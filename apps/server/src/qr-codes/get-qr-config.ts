import type { QrConfig } from '@linkshelf/contract'
import { type ProjectContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectStyleWithLogo } from './qr-code-table.ts'
import { getSubjectAddress, type QrSubject } from './qr-subject.ts'
import { toQrConfig } from './to-qr-config.ts'

/** Throws LINK_NOT_FOUND, PRODUCT_NOT_FOUND or STORE_NOT_FOUND. */
export async function getQrConfig(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, subject: QrSubject): Promise<QrConfig> {
  await getSubjectAddress(deps, ctx, subject)
  return toQrConfig(await read(ctx, (tx) => selectStyleWithLogo(tx, ctx, subject)))
}
