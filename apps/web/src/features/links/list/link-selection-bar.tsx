import type { Link } from '@linkshelf/contract'
import { IconArchive, IconArchiveOff, IconTags, IconTrash } from '@tabler/icons-react'
import type { RowSelection } from '../../../ui/tables/row-selection.ts'
import { SelectionBar } from '../../../ui/tables/selection-bar.tsx'
import type { OpenLinkDialog } from '../dialogs/open-link-dialog.ts'

interface LinkSelectionBarProps {
  selection: RowSelection<Link>
  shownCount: number
  total: string | undefined
  onDialog: OpenLinkDialog
}

export function LinkSelectionBar({ selection, shownCount, total, onDialog }: LinkSelectionBarProps) {
  const { selected } = selection
  const isArchived = selected.every(({ archived }) => archived)

  function opens(kind: 'labels' | 'archive' | 'delete') {
    return (button: HTMLElement) => onDialog(kind, selected, button)
  }

  return (
    <SelectionBar
      label="Selected links"
      selection={selection}
      shownCount={shownCount}
      note={total === undefined ? undefined : `${shownCount} of ${total}`}
      actions={[
        { label: 'Labels', Icon: IconTags, onClick: opens('labels') },
        { label: isArchived ? 'Unarchive' : 'Archive', Icon: isArchived ? IconArchiveOff : IconArchive, onClick: opens('archive') },
        { label: 'Delete', Icon: IconTrash, isDangerous: true, onClick: opens('delete') },
      ]}
    />
  )
}
