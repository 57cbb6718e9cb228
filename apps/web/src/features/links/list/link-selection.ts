import { bulkLinksMax, type Link } from '@linkshelf/contract'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { type Chosen, choose, chooseAll, emptySelection } from './selected-links.ts'

export interface LinkSelection {
  /** In the order of the screen. */
  selected: readonly Link[]
  has: (link: Link) => boolean
  /** No further link can be taken along. */
  isFull: boolean
  toggle: (link: Link, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** The links chosen on screen. Another `view` starts with none; a link that leaves the list is no longer chosen. Escape lets go of all. */
export function useLinkSelection(view: string, links: readonly Link[]): LinkSelection {
  const [kept, setKept] = useState<{ view: string; chosen: Chosen }>({ view, chosen: emptySelection })
  const chosen = kept.view === view ? kept.chosen : emptySelection
  if (kept.view !== view) setKept({ view, chosen })

  const shown = links.map(({ url_id }) => url_id)
  const selected = links.filter(({ url_id }) => chosen.ids.has(url_id))

  function keep(next: Chosen): void {
    setKept({ view, chosen: next })
  }

  useHotkeys(
    [
      [
        'Escape',
        (event) => {
          if (selected.length > 0 && !closesSomething(event)) keep(emptySelection)
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
      const still = new Set(selected.map((link) => link.url_id))
      keep(choose({ ...chosen, ids: still }, shown, url_id, { isRange }))
    },
    toggleAll: () => keep(selected.length > 0 ? emptySelection : chooseAll(shown)),
    clear: () => keep(emptySelection),
  }
}

/** What is open closes first. */
function closesSomething({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"]') !== null
}
