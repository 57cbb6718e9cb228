import type { Link } from '@linkshelf/contract'
import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'
import type { OpenLinkDialog } from '../../features/links/dialogs/open-link-dialog.ts'
import { useCan } from '../../session/permissions.tsx'
import type { RowSelection } from '../../ui/tables/row-selection.ts'
import { useRowFocus } from '../../ui/tables/use-row-focus.ts'
import { isShortcut } from '../shortcuts/use-shortcuts.ts'

interface RowKeysProps {
  list: RefObject<HTMLUListElement | null>
  links: readonly Link[]
  selection: RowSelection<Link>
  onDialog: OpenLinkDialog
}

/** The link of a row that opens its page. */
const title = 'h2 a'

/**
 * Handles the keys of the list: J, K and the arrow keys move between links, X selects the focused link. E archives and
 * L labels the selected links, or else the focused one. Enter is the browser's. Renders nothing.
 */
export function RowKeys({ list, links, selection, onDialog }: RowKeysProps) {
  const focus = useRowFocus(list, title)
  const canChange = useCan('links.bulkUpdate')
  const press = useCallbackRef((event: KeyboardEvent) => {
    // First: a browser that fills in a field sends an event without a key.
    if (!isShortcut(event)) return
    const at = focus.at()
    const link = links[at]
    const chosen = selection.selected.length > 0 || link === undefined ? selection.selected : [link]
    const key = event.key.toLowerCase()
    const opener = () => list.current?.children[at]?.querySelector<HTMLElement>(title) ?? null
    if (key === 'j') focus.move(1)
    else if (key === 'k') focus.move(-1)
    else if (!canChange) return
    else if (link !== undefined && key === 'x' && (selection.has(link) || !selection.isFull)) selection.toggle(link, event.shiftKey)
    else if (chosen.length > 0 && key === 'e') onDialog('archive', chosen, opener())
    else if (chosen.length > 0 && key === 'l') onDialog('labels', chosen, opener())
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
  return null
}
