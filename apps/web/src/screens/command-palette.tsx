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

const [store, spotlight] = createSpotlight()

/** Finds a link, a screen or an action. Every increment of `toggles` opens or closes it. */
export function CommandPalette({ toggles }: { toggles: number }) {
  const [query, setQuery] = useState('')
  const applied = useRef(0)
  const actions = useCommandPaletteActions()
  const links = useLinkActions(query)

  useEffect(() => {
    if (toggles === applied.current) return
    if (applied.current === 0) spotlight.open()
    else spotlight.toggle()
    applied.current = toggles
  }, [toggles])

  // Spotlight selects the first action when a key is pressed, but links arrive later. `actions` is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(selectFirstAction, [links.actions])

  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={[...actions, links]}
      // The server searches the links; only the other actions are filtered here.
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
      scrollable
      maxHeight={420}
      radius="lg"
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      classNames={{ search: classes.search, actionLabel: classes.line, actionDescription: classes.line }}
    />
  )
}

const linksGroup = 'Links'

/** Enter then runs the first action. */
function selectFirstAction(): void {
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

  // While the current search loads, the matching links of the previous result are shown.
  const isCurrent = search === query.trim() && !isPlaceholderData
  const shown = (data?.body ?? []).filter((link) => isCurrent || matchesLink(link, query))

  const actions = shown.map((link) => ({
    id: link.url_id,
    label: linkName(link),
    description: withoutScheme(link.url),
    leftSection: <IconLink aria-hidden size={18} stroke={1.6} />,
    onClick: () => void navigate(`/links/${link.url_id}`),
  }))
  return { group: linksGroup, actions }
}

function matchesLink(link: Link, text: string): boolean {
  const term = text.trim().toLowerCase()
  return [linkName(link), link.url, link.target].some((name) => name.toLowerCase().includes(term))
}

function matching(group: SpotlightActionGroupData, text: string): SpotlightActionGroupData {
  const term = text.trim().toLowerCase()
  return { ...group, actions: group.actions.filter(({ label = '' }) => label.toLowerCase().includes(term)) }
}
