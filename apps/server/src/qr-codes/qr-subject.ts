import type { LinkAliasId, LinkId, ProductId, StoreId } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { getAlias, getLink, lockLinkForShare } from '../links/index.ts'
import type { OriginDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { getProductAddress, lockProductForShare } from '../products/index.ts'
import { getStoreAddress, lockStoreForShare } from '../stores/index.ts'

/**
 * The link, product or store to which a QR code leads. If `aliasId` is given, the code contains that alias of the link.
 */
export type QrSubject =
  | { kind: 'link'; id: LinkId; aliasId?: LinkAliasId | undefined }
  | { kind: 'product'; id: ProductId }
  | { kind: 'store'; id: StoreId }

/**
 * Returns the address in the QR code, without the scan parameter. Throws LINK_NOT_FOUND, LINK_ALIAS_NOT_FOUND,
 * PRODUCT_NOT_FOUND or STORE_NOT_FOUND.
 */
export async function getSubjectAddress(deps: OriginDeps, ctx: ProjectContext, subject: QrSubject): Promise<string> {
  if (subject.kind === 'link') {
    const { id: linkId, aliasId } = subject
    return (aliasId === undefined ? await getLink(deps, ctx, linkId) : await getAlias(deps, ctx, { linkId, aliasId })).url
  }
  return subject.kind === 'product' ? getProductAddress(deps, ctx, subject.id) : getStoreAddress(deps, ctx, subject.id)
}

/**
 * Locks the subject against deletion until the transaction ends. Throws LINK_NOT_FOUND,
 * PRODUCT_NOT_FOUND or STORE_NOT_FOUND.
 */
export async function lockSubject(tx: Tx, { project }: ProjectContext, subject: QrSubject): Promise<void> {
  if (subject.kind === 'link') (await lockLinkForShare(tx, project.id, subject.id)) ?? fail('LINK_NOT_FOUND')
  else if (subject.kind === 'product') (await lockProductForShare(tx, project.id, subject.id)) ?? fail('PRODUCT_NOT_FOUND')
  else (await lockStoreForShare(tx, project.id, subject.id)) ?? fail('STORE_NOT_FOUND')
}
