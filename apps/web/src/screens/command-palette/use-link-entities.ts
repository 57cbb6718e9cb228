import { formatReadableShortUrl, type Link, searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconArchive,
  IconArchiveOff,
  IconChartDots,
  IconCopy,
  IconLink,
  IconPencil,
  IconQrcode,
  IconTags,
  IconTrash,
} from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { copyLink } from '../../features/links/copy-link.ts'
import type { LinkDialogKind } from '../../features/links/dialogs/link-dialogs.tsx'
import { formatLinkName } from '../../features/links/link-name.ts'
import { linkQuery, linkSearchQuery } from '../../features/links/link-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { toFullAnalyticsPath } from '../full-analytics.ts'
import { toLinkPath } from '../links/link-paths.ts'
import type { PaletteAction, PaletteEntity } from './palette-groups.ts'

const openLinkDialog = createLazyDialog(async () => (await import('../../features/links/dialogs/link-dialogs.tsx')).linkDialog)

export const linkActionLabels = ['Copy short URL', 'Analytics', 'QR code', 'Edit link', 'Labels', 'Archive', 'Unarchive', 'Delete link']

const archivedShown = 3

/**
 * Returns the links that the server finds for a term, best match first. Archived links come last, and are included only
 * if there is a term. While the server searches, returns the matching links of the last results.
 */
export function useLinkEntities(term: string): { entities: PaletteEntity[]; isSearching: boolean } {
  const [search] = useDebouncedValue(term, searchDebounceMs)
  const { scope } = useProject()
  const toEntity = useToEntity()
  const active = useQuery(linkSearchQuery(scope, search))
  const archived = useQuery({ ...linkSearchQuery(scope, search, { limit: archivedShown, isArchived: true }), enabled: search !== '' })
  const queries = search === '' ? [active] : [active, archived]

  const isTyping = search !== term
  const isSearching = isTyping || queries.some(({ isPlaceholderData, isPending }) => isPlaceholderData || isPending)
  const links = queries.flatMap(({ data, isPlaceholderData }) => {
    const found = data?.body ?? []
    return isTyping || isPlaceholderData ? found.filter((link) => isMatch(link, term)) : found
  })
  // If a link was archived between the two requests, both lists can contain it. The map removes the duplicate.
  const byId = new Map(links.map((link) => [link.url_id, link]))
  return { entities: [...byId.values()].map(toEntity), isSearching }
}

const linkIdPrefix = 'link '

export function toLinkEntityId(urlId: string): string {
  return `${linkIdPrefix}${urlId}`
}

/**
 * Returns the links among the entities with these ids, in this order. Ids of other entities are ignored, and so are
 * links that this project does not have.
 */
export function useLinksById(ids: readonly string[]): PaletteEntity[] {
  const { scope } = useProject()
  const toEntity = useToEntity()
  const urlIds = ids.filter((id) => id.startsWith(linkIdPrefix)).map((id) => id.slice(linkIdPrefix.length))
  const found = useQueries({ queries: urlIds.map((urlId) => linkQuery(scope, urlId)) })
  return found.flatMap(({ data }) => (data === undefined ? [] : [toEntity(data)]))
}

function useToEntity(): (link: Link) => PaletteEntity {
  const { scope, entitlements } = useProject()
  const navigate = useNavigate()
  const canChange = useCan('links.update')

  return (link) => {
    const id = link.url_id
    const analyticsPath = toFullAnalyticsPath(entitlements, id)
    const createDialogAction = (kind: LinkDialogKind, label: string, Icon: PaletteAction['Icon']): PaletteAction => ({
      id: `${kind} ${id}`,
      label,
      Icon,
      run: (opener) => openLinkDialog(opener, scope, [kind, [link], opener]),
    })
    return {
      id: toLinkEntityId(id),
      label: formatLinkName(link),
      description: `${link.archived ? 'Archived · ' : ''}${formatReadableShortUrl(link.url)}`,
      Icon: IconLink,
      run: () => void navigate(`/links/${id}`),
      actions: [
        { id: `copy ${id}`, label: 'Copy short URL', Icon: IconCopy, run: () => void copyLink(link) },
        ...(analyticsPath === undefined
          ? []
          : [{ id: `analytics ${id}`, label: 'Analytics', Icon: IconChartDots, run: () => void navigate(analyticsPath) }]),
        { id: `qr ${id}`, label: 'QR code', Icon: IconQrcode, run: () => void navigate(toLinkPath(id, 'qr')) },
        ...(canChange
          ? [
              createDialogAction('edit', 'Edit link', IconPencil),
              {
                id: `labels ${id}`,
                label: 'Labels',
                Icon: IconTags,
                run: (opener: HTMLElement) => openLinkDialog(opener, scope, ['edit', [link], opener, 'labels']),
              },
              link.archived
                ? createDialogAction('archive', 'Unarchive', IconArchiveOff)
                : createDialogAction('archive', 'Archive', IconArchive),
              createDialogAction('delete', 'Delete link', IconTrash),
            ]
          : []),
      ],
    }
  }
}

function isMatch(link: Link, term: string): boolean {
  return [formatLinkName(link), link.url, formatReadableShortUrl(link.url), link.target].some((name) =>
    name.toLowerCase().includes(term.toLowerCase()),
  )
}
