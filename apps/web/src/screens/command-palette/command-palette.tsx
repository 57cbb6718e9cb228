import type { FeedbackDraft } from '@linkshelf/contract'
import { createSpotlight, Spotlight, type SpotlightStore } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { openNewLinkPanel } from '../../features/links/create/new-link-panel-state.ts'
import { passSeveralUrls } from '../../features/links/typed-url.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import classes from './command-palette.module.css'
import type { PaletteAction } from './palette-groups.ts'
import { PaletteResults } from './palette-results.tsx'

const prompt = 'Find a link, a screen or an action'

interface CommandPaletteProps {
  /** The palette opens or closes whenever this number is incremented. */
  toggles: number
  draft: RefObject<FeedbackDraft>
}

/** Finds links, products, categories, labels, projects, screens and actions, and shortens pasted URLs. */
export function CommandPalette({ toggles, draft }: CommandPaletteProps) {
  const { current } = useSelection()
  const canCreate = useCan('links.create')
  const [[store, spotlight]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const applied = useRef(0)
  const opener = useRef(document.body)
  const chosen = useRef<Pick<PaletteAction, 'run'>>(undefined)

  useEffect(() => {
    if (toggles === applied.current) return
    applied.current = toggles
    if (store.getState().opened) return spotlight.close()
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement
    spotlight.open()
  }, [toggles, store, spotlight])

  function choose(action: Pick<PaletteAction, 'run'>): void {
    chosen.current = action
    spotlight.close()
  }

  function openSeveralLinks(targets: readonly string[]): void {
    if (current === undefined) return
    const scope = { orgId: current.organization.id, projectId: current.project.id }
    choose({ run: () => openNewLinkPanel({ kind: 'several', scope, targets }) })
  }

  /**
   * Moves the focus back before the action runs. The library would do this later, and would take the focus from a
   * dialog that the action has opened.
   */
  function handleClose(): void {
    opener.current.focus({ preventScroll: true })
    chosen.current?.run(opener.current)
    chosen.current = undefined
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      closeOnActionTrigger={false}
      centered={false}
      returnFocus={false}
      onSpotlightClose={handleClose}
      attributes={{ content: { 'aria-label': 'Find' } }}
      portalProps={{ target: '#main' }}
      styles={{ inner: { insetInline: 0 } }}
      scrollable
      maxHeight={420}
      radius="lg"
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      classNames={{ search: classes.search }}
    >
      <Spotlight.Search
        // Sets the focus at once. The library sets it later.
        autoFocus
        leftSection={<IconSearch aria-hidden size={19} stroke={1.6} />}
        placeholder={prompt}
        aria-label={prompt}
        onPaste={(event) => canCreate && passSeveralUrls(event, openSeveralLinks)}
      />
      {current !== undefined && (
        <Deferred>
          <PaletteResults selection={current} query={query} draft={draft} onRun={choose} onChange={() => selectFirstAction(store)} />
        </Deferred>
      )}
    </Spotlight.Root>
  )
}

/** Renders its children in a second render, which React divides into short tasks. */
function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}

/**
 * Selects the first action, so that Enter runs it. The library does this when a key is pressed, but results can arrive
 * later.
 */
function selectFirstAction(store: SpotlightStore): void {
  const list = document.getElementById(store.getState().listId)
  if (list === null || list.querySelector('[data-selected]') !== null) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.setState((state) => ({ ...state, selected: 0 }))
}
