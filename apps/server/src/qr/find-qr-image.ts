import { type QrImageQuery, scanMark } from '@linkshelf/contract'
import { inProject, type Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { etagOf, type QrPictures } from './qr-pictures.ts'
import { type QrLook, selectLook, selectLookWithLogo } from './qr-table.ts'

export interface QrImage {
  etag: string
  /** Missing when the asker has it. */
  bytes?: Buffer
}

/** The picture of a link's QR code, drawn unless it was lately. Refuses a link that isn't in the project. */
export async function findLinkQrImage(
  deps: Pick<Deps, 'db' | 'origins'>,
  pictures: QrPictures,
  project: Project,
  linkId: string,
  query: QrImageQuery,
  knownEtags = '',
): Promise<QrImage> {
  const subject = { kind: 'link', id: linkId } as const
  const [{ url }, look] = await Promise.all([
    findLink(deps, project, linkId),
    inProject(deps.db, project, (tx) => selectLook(tx, project, subject)),
  ])
  const named = {
    ...pictureOf(`${url}?${scanMark}`, query, look),
    logo: look.logo_digest === null ? undefined : { digest: look.logo_digest },
  }
  const etag = etagOf(named)
  if (isKnown(etag, knownEtags)) return { etag }
  const drawn = pictures.recall(etag)
  if (drawn !== undefined) return { etag, bytes: drawn }

  // Read anew together with its logo: the look may have changed since.
  const whole = await inProject(deps.db, project, (tx) => selectLookWithLogo(tx, project, subject))
  const logo = whole.logo && whole.logo_digest ? { digest: whole.logo_digest, png: whole.logo } : undefined
  const picture = { ...pictureOf(named.text, query, whole), logo }
  return { etag: etagOf(picture), bytes: await pictures.draw(picture) }
}

function pictureOf(text: string, { format, size }: QrImageQuery, look: QrLook) {
  return { text, format, size, color: look.color, backgroundColor: look.background_color, isTransparent: look.background_transparent }
}

/** As If-None-Match has it (RFC 9110, 13.1.2): a list, compared weakly, since a proxy that packs the answer weakens its tag. */
function isKnown(etag: string, knownEtags: string): boolean {
  return knownEtags.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*')
}
