import { Button, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { AddLinkBar } from '../../../features/links/create/add-link-bar.tsx'
import { useHideTopBarAddLink } from '../../../features/links/create/top-bar-add-link.ts'
import { hasArchivedLinksQuery } from '../../../features/links/link-queries.ts'
import { EmptyActiveLinks } from '../../../features/links/list/empty-links.tsx'
import { useCan } from '../../../session/permissions.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { preloadNewLinkPanel } from '../../layout/new-link-outlet.tsx'
import { DashboardSkeleton, LoadingRegion } from '../../loading.tsx'
import classes from './first-run.module.css'

const openImportDialog = createLazyDialog(
  async () => (await import('../../../features/links/import/link-import-kind.tsx')).linkImportDialog,
)

interface FirstLinkProps {
  scope: ProjectScope
  /** True if the project is known to have no links, neither active nor archived links. */
  hasNoLinks: boolean
  onShowArchive: () => void
}

/**
 * Shows the field for the first link. If all links are archived or the user can't create links, shows an empty state
 * instead.
 */
export function FirstLink({ scope, hasNoLinks, onShowArchive }: FirstLinkProps) {
  const archived = useQuery({ ...hasArchivedLinksQuery(scope), enabled: !hasNoLinks })
  const canCreate = useCan('links.create')
  if (!hasNoLinks && archived.isPending) return <DashboardSkeleton />
  if (!canCreate || (archived.data !== undefined && archived.data.body.length > 0))
    return <EmptyActiveLinks scope={scope} loading={<DashboardSkeleton />} onShowArchive={onShowArchive} />
  return <FirstLinkForm scope={scope} />
}

/** Shows the add-link bar as the only field of the page, so that a new user sees where to begin. */
function FirstLinkForm({ scope }: { scope: ProjectScope }) {
  useHideTopBarAddLink()
  return (
    <section className={classes.first} aria-label="Your first link">
      <Title order={2} className={classes.title}>
        Paste a link you want to share
      </Title>
      <p className={classes.text}>A product, a page of yours, anything. You get a short link, and see every click on it.</p>
      <AddLinkBar isLarge onFocus={preloadNewLinkPanel} />
      <p className={classes.other}>
        Coming from another service?{' '}
        <Button
          variant="transparent"
          size="compact-sm"
          className={classes.import}
          onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}
        >
          Import links from a CSV file
        </Button>
      </p>
    </section>
  )
}

/** The skeleton of a dashboard that probably has no links. It hides the add-link bar of the top bar too. */
export function FirstRunSkeleton() {
  useHideTopBarAddLink()
  return (
    <LoadingRegion>
      <Skeleton className={classes.firstLoading} />
    </LoadingRegion>
  )
}
