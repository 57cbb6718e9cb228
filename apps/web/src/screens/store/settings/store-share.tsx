import type { Store } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { copyAddress } from '../../../features/stores/copy-address.ts'
import { shareUrl, useCanShare } from '../../../ui/browser/share-url.ts'
import { Card } from '../../../ui/card.tsx'
import { Address } from '../../../ui/formats/address.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import classes from './store-share.module.css'

/**
 * Shows the URL of the store above its settings. The short URL is preferred, because its visits are counted as clicks.
 */
export function StoreShare({ scope, store }: { scope: ProjectScope; store: Store }) {
  const address = store.store_short_url ?? store.store_linkshelf_url
  const canShare = useCanShare(address)

  async function share(): Promise<void> {
    if (!(await shareUrl(address, store.store_name ?? store.name))) await copyAddress(address)
  }

  return (
    <section aria-label="Address of your store">
      <Card p={undefined} className={classes.share}>
        <span className={classes.address}>
          <Address href={decodeURI(address)} />
        </span>
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconCopy aria-hidden size={17} stroke={1.7} />} onClick={() => void copyAddress(address)}>
            Copy address
          </Button>
          <Button
            variant="default"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) =>
              void openDialog(() => import('./store-qr-dialog.tsx').then((module) => module.storeQrDialog(scope, store)), currentTarget)
            }
          >
            QR code
          </Button>
          {canShare && <Button onClick={() => void share()}>Share</Button>}
        </div>
      </Card>
    </section>
  )
}
