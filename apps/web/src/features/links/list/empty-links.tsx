import { type LinkHealthFilter, linkCountMax } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconArchive, IconCircleCheck, IconLinkPlus, IconSearchOff, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { type Offer, useOffer } from '../../../session/permissions.tsx'
import { moveFocusWhenRemoved } from '../../../ui/browser/focus.ts'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { focusAddLinkBar } from '../create/add-link-bar.tsx'
import type { LinkFilter } from '../link-filter.ts'
import { archivedMatchesQuery, hasArchivedLinksQuery } from '../link-queries.ts'

const openImportDialog = createLazyDialog(async () => (await import('../import/link-import-kind.tsx')).linkImportDialog)

const iconProps = { size: 26, stroke: 1.6 }

const emptyByHealth: Record<LinkHealthFilter, { title: string; note: string }> = {
  broken: { title: 'No broken links', note: 'A link is listed here when its page fails twice, 24 hours apart.' },
  uncheckable: {
    title: "No links that can't be checked",
    note: 'A link is listed here if its website blocks checks, or if its destination is never checked.',
  },
  unavailable: { title: 'No links to sold-out products', note: 'A link is listed here while its product cannot be bought.' },
}

interface EmptyLinksProps extends EmptyActiveLinksProps {
  filter: LinkFilter
  onClear: () => void
  onLeaveArchive: () => void
}

/** Shows why the list is empty, and suggests the next step. */
export function EmptyLinks({ filter, onClear, onLeaveArchive, ...active }: EmptyLinksProps) {
  if (filter.search !== '' || filter.label !== '') return <NoMatches filter={filter} onClear={onClear} {...active} />
  const { importId } = filter
  if (importId || filter.domain) {
    return (
      <EmptyState
        icon={<IconWorld {...iconProps} />}
        title={importId ? 'No links of this import' : 'No links on this domain'}
        action={
          <Button variant="default" onClick={onClear}>
            {importId ? 'Show all links' : 'Show all domains'}
          </Button>
        }
      >
        {importId ? 'All are deleted or archived.' : 'Choose the domain when you create a link, or edit a link to move it.'}
      </EmptyState>
    )
  }
  if (filter.health !== '') {
    return (
      <EmptyState
        icon={<IconCircleCheck {...iconProps} />}
        title={emptyByHealth[filter.health].title}
        action={
          <Button variant="default" onClick={onClear}>
            Show all links
          </Button>
        }
      >
        The pages behind your links are checked once a week. {emptyByHealth[filter.health].note}
      </EmptyState>
    )
  }
  if (filter.isArchived) {
    return (
      <EmptyState
        icon={<IconArchive {...iconProps} />}
        title="No archived links"
        action={
          <Button variant="default" onClick={onLeaveArchive}>
            Show active links
          </Button>
        }
      >
        Archive a link to tidy your list. It still redirects and keeps its clicks.
      </EmptyState>
    )
  }
  return <EmptyActiveLinks {...active} />
}

function NoMatches({ scope, filter, onClear, onShowArchive }: Omit<EmptyLinksProps, 'loading' | 'onLeaveArchive'>) {
  const { search, label } = filter
  const { data: archivedCount = 0 } = useQuery({ ...archivedMatchesQuery(scope, filter), enabled: !filter.isArchived })
  return (
    <EmptyState
      icon={<IconSearchOff {...iconProps} />}
      title="No links found"
      action={
        <Group gap="xs" justify="center">
          <Button variant="default" onClick={onClear}>
            {formatClearLabel(search, label)}
          </Button>
          {archivedCount > 0 && <Button onClick={onShowArchive}>Show archived links</Button>}
        </Group>
      }
    >
      {archivedCount === 0 ? explainNoMatches(search, label) : formatArchivedMatches(archivedCount)}
    </EmptyState>
  )
}

function formatArchivedMatches(count: number): string {
  if (count > linkCountMax) return `More than ${formatNumber(linkCountMax)} archived links match.`
  return `${formatCount(count, 'archived link')} ${count === 1 ? 'matches' : 'match'}.`
}

function formatClearLabel(search: string, label: string): string {
  if (label === '') return 'Clear search'
  return search === '' ? 'Show all labels' : 'Clear filters'
}

function explainNoMatches(search: string, label: string): string {
  if (label === '') return `Nothing matches “${search}”. Try a part of the destination or of the short URL.`
  return search === '' ? `No link here is labeled “${label}”.` : `No link labeled “${label}” matches “${search}”.`
}

interface EmptyActiveLinksProps {
  scope: ProjectScope
  /** Rendered until it is known whether there are archived links. */
  loading: React.ReactNode
  onShowArchive: () => void
  /** Undefined if the screen does not list deleted links. */
  onShowDeleted?: () => void
}

const emptyTexts: Record<Offer, string> = {
  enabled: 'Paste a long URL at the top of the page. You get a short link to share, and see every click on it.',
  disabled: 'This project has no links, and none can be added while it is archived.',
  hidden: 'Links that members of the organization create appear here.',
}

export function EmptyActiveLinks({ scope, loading, onShowArchive, onShowDeleted }: EmptyActiveLinksProps) {
  const archived = useQuery(hasArchivedLinksQuery(scope))
  const offer = useOffer('links.create')

  if (archived.isPending) return loading
  if (archived.data !== undefined && archived.data.body.length > 0) {
    return (
      <EmptyState
        icon={<IconArchive {...iconProps} />}
        title="No links yet"
        action={
          <Button variant="default" onClick={onShowArchive}>
            Show archived links
          </Button>
        }
      >
        Every link of this project is archived. Archived links still redirect, and they count towards the project’s link limit.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconLinkPlus {...iconProps} />}
      title="No links yet"
      action={
        offer === 'enabled' && (
          <Group gap="xs" justify="center">
            <Button onClick={focusAddLinkBar}>Add your first link</Button>
            <Button variant="default" onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}>
              Import links
            </Button>
            {onShowDeleted && (
              <Button
                variant="subtle"
                onClick={({ currentTarget }) => {
                  moveFocusWhenRemoved(currentTarget)
                  onShowDeleted()
                }}
              >
                Deleted links
              </Button>
            )}
          </Group>
        )
      }
    >
      {emptyTexts[offer]}
    </EmptyState>
  )
}
