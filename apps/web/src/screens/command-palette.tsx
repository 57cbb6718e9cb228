import '@mantine/spotlight/styles.layer.css'
import { type Link, searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconLink, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { linkName, withoutScheme } from '../features/links/link-name.ts'
import { linkSearchQuery } from '../features/links/link-queries.ts'
import { useSelection } from '../features/organizations/selection.tsx'
import classes from './command-palette.module.css'
import { useCommandPaletteActions } from './command-palette-actions.tsx'

const [store, finder] = createSpotlight()

interface FinderProps {
  /** The first opens it; each further one closes it when it is open, and opens it when it is not. */
  openedTimes: number
  /** Runs once it has left the screen. */
  onClosed: () => void
}

/** Finds a link, a screen or an action. */
export function CommandPalette({ openedTimes, onClosed }: FinderProps) {
  const [query, setQuery] = useState('')
  const answered = useRef(0)
  const actions = useCommandPaletteActions()
  const links = useLinkActions(query)

  useEffect(() => {
    if (openedTimes === answered.current) return
    if (answered.current === 0) finder.open()
    else finder.toggle()
    answered.current = openedTimes
  }, [openedTimes])

  // The library marks the first action as a key is pressed; links arrive later. `actions` is what is waited for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(markFirstAction, [links.actions])

  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={[...actions, links]}
      // Links are answered by the server; only the actions are looked through here.
      filter={(text, groups) => groups.map((group) => ('actions' in group && group.group !== linksGroup ? matching(group, text) : group))}
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <IconSearch aria-hidden size={19} stroke={1.6} />,
        placeholder: 'Find a link, a screen or an action',
        'aria-label': 'Find a link, a screen or an action',
      }}
      attributes={{ content: { 'aria-label': 'Find' } }}
      portalProps={{ target: '#main' }}
      styles={{ inner: { insetInline: 0 } }}
      returnFocus={false}
      scrollable
      maxHeight={420}
      radius="lg"
      transitionProps={{ duration: 120, onExited: onClosed }}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      classNames={{ search: classes.search, actionLabel: classes.line, actionDescription: classes.line }}
    />
  )
}

const linksGroup = 'Links'

/** So that Enter goes to what is listed first. */
function markFirstAction(): void {
  const list = document.getElementById(store.getState().listId)
  if (list === null || list.querySelector('[data-selected]') !== null) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.setState((state) => ({ ...state, selected: 0 }))
}

function useLinkActions(query: string): SpotlightActionGroupData {
  const [search] = useDebouncedValue(query.trim(), searchDebounceMs)
  const { current } = useSelection()
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useQuery({
    ...linkSearchQuery({ orgId: current?.organization.id ?? '', projectId: current?.project.id ?? '' }, search),
    enabled: current !== undefined,
  })

  // Until the server has answered what is typed, only those of its last answer are offered that match.
  const isAnswered = search === query.trim() && !isPlaceholderData
  const offered = (data?.body ?? []).filter((link) => isAnswered || isNamed(link, query))

  const actions = offered.map((link) => ({
    id: link.url_id,
    label: linkName(link),
    description: withoutScheme(link.url),
    leftSection: <IconLink aria-hidden size={18} stroke={1.6} />,
    onClick: () => void navigate(`/links/${link.url_id}`),
  }))
  return { group: linksGroup, actions }
}

function isNamed(link: Link, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [linkName(link), link.url, link.target].some((name) => name.toLowerCase().includes(wanted))
}

function matching(group: SpotlightActionGroupData, text: string): SpotlightActionGroupData {
  const wanted = text.trim().toLowerCase()
  return { ...group, actions: group.actions.filter(({ label = '' }) => label.toLowerCase().includes(wanted)) }
}
