import type { Store } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { QrPreview } from '../../../features/qr-codes/qr-preview.tsx'
import { toStoreQrSubject } from '../../../features/qr-codes/qr-subject.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'

/** Shows the QR code of the saved store, with downloads. */
export function storeQrDialog(scope: ProjectScope, store: Store): Dialog {
  return { title: 'QR code of your store', body: () => <QrPreview subject={toStoreQrSubject(scope, store)} /> }
}
