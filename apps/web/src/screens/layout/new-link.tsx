import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { LinkMaking } from '../../features/links/create/link-making.ts'
import { NewLinkPanel } from '../../features/links/create/panel/new-link-panel.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { labelOptionsOf } from '../links/label-options.ts'

const LinkQrPreview = lazyComponent(() => import('../../features/qr-codes/link-qr-preview.tsx').then((module) => module.LinkQrPreview))

/** The panel of a new link, with the labels of its project and its QR code. */
export function NewLink({ making }: { making: LinkMaking }) {
  return (
    <NewLinkPanel
      making={making}
      labels={labelOptionsOf(making.scope)}
      qrCodeOf={(link) => (
        <Suspense fallback={<Skeleton height={144} width={144} radius="md" />}>
          <LinkQrPreview scope={making.scope} link={link} />
        </Suspense>
      )}
    />
  )
}
