import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { type LinkMaking, removeSharedPage } from '../../features/links/create/link-making.ts'
import { NewLinkPanel } from '../../features/links/create/panel/new-link-panel.tsx'
import { SharedLinkPanel } from '../../features/links/create/panel/shared-link-panel.tsx'
import { hasSeveralActiveProjects, projectLabel } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { labelOptionsOf } from '../links/label-options.ts'

const LinkQrPreview = lazyComponent(() => import('../../features/qr-codes/link-qr-preview.tsx').then((module) => module.LinkQrPreview))

interface NewLinkProps {
  making: LinkMaking | undefined
  /** The query of the address with which another app shared a page. */
  shared: string
}

/** The panel of a new link, or of what becomes one. */
export function NewLink({ making, shared }: NewLinkProps) {
  return making === undefined ? <SharedLink search={shared} /> : <MadeLink making={making} />
}

/** The panel of a created link, with the labels of its project and its QR code. */
function MadeLink({ making }: { making: LinkMaking }) {
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

/** A link of the current project. */
function SharedLink({ search }: { search: string }) {
  const { organizations, current } = useSelection()
  if (current === undefined) return null
  const { organization, project } = current
  return (
    <SharedLinkPanel
      key={search}
      scope={{ orgId: organization.id, projectId: project.id }}
      projectName={hasSeveralActiveProjects(organizations) ? projectLabel(organizations, current) : undefined}
      shared={new URLSearchParams(search)}
      onEnd={removeSharedPage}
    />
  )
}
