import { bulkLinksMax, type Link } from '@linkshelf/contract'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { type Chosen, choose, chooseAll, emptySelection } from './selected-links.ts'

export interface LinkSelection {
  /** In the order of the screen. */
  selected: readonly Link[]
  has: (link: Link) => boolean
  /** The maximum is selected. */
  isFull: boolean
  toggle: (link: Link, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** The selected links. Another `view` starts empty; a link that leaves the list is deselected. Escape clears the selection. */
export function useLinkSelection(view: string, links: readonly Link[]): LinkSelection {
  const [stored, setStored] = useState<{ view: string; chosen: Chosen }>({ view, chosen: emptySelection })
  const chosen = stored.view === view ? stored.chosen : emptySelection
  if (stored.view !== view) setStored({ view, chosen })

  const shown = links.map(({ url_id }) => url_id)
  const selected = links.filter(({ url_id }) => chosen.ids.has(url_id))

  function change(next: Chosen): void {
    setStored({ view, chosen: next })
  }

  useHotkeys(
    [
      [
        'Escape',
        (event) => {
          if (selected.length > 0 && !isInOverlay(event)) change(emptySelection)
        },
        { preventDefault: false },
      ],
    ],
    [],
  )

  return {
    selected,
    has: ({ url_id }) => chosen.ids.has(url_id),
    isFull: selected.length >= bulkLinksMax,
    toggle: ({ url_id }, isRange) => {
      const ids = new Set(selected.map((link) => link.url_id))
      change(choose({ ...chosen, ids }, shown, url_id, { isRange }))
    },
    toggleAll: () => change(selected.length > 0 ? emptySelection : chooseAll(shown)),
    clear: () => change(emptySelection),
  }
}

/** Escape first closes an open dialog, menu or dropdown. */
function isInOverlay({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]') !== null
}
