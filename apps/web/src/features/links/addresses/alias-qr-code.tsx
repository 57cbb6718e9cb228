import { formatReadableShortUrl, type Link, type LinkAlias } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { QrPreview } from '../../qr-codes/qr-preview.tsx'
import { toLinkQrSubject } from '../../qr-codes/qr-subject.ts'
import classes from './link-addresses.module.css'

interface AliasOfLink {
  link: Link
  alias: LinkAlias
}

/** Creates the dialog with the QR code of an alias. The code has the QR options of the link. */
export function aliasQrCodeDialog(scope: ProjectScope, { link, alias }: AliasOfLink): Dialog {
  return {
    title: 'QR Code',
    body: () => (
      <>
        <p className={classes.intro}>
          This code leads to <strong>{formatReadableShortUrl(alias.url)}</strong>. Its colors and logo are those of the link’s QR code.
        </p>
        <QrPreview subject={toLinkQrSubject(scope, link, alias)} />
      </>
    ),
  }
}
