import type { Link } from '@linkshelf/contract'
import { IconArchive, IconArchiveOff, IconTags, IconTrash, IconWorld } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import type { RowSelection } from '../../../ui/tables/row-selection.ts'
import { SelectionBar } from '../../../ui/tables/selection-bar.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import type { OpenLinkDialog } from '../dialogs/link-dialogs.tsx'

interface LinkSelectionBarProps {
  scope: ProjectScope
  selection: RowSelection<Link>
  shownCount: number
  total: string | undefined
  onDialog: OpenLinkDialog
}

export function LinkSelectionBar({ scope, selection, shownCount, total, onDialog }: LinkSelectionBarProps) {
  const { selected } = selection
  const isArchived = selected.every(({ archived }) => archived)

  const { usable } = useAddressDomains(scope.orgId, selected.length > 0)

  function createDialogOpener(kind: 'labels' | 'move' | 'archive' | 'delete') {
    return (button: HTMLElement) => onDialog(kind, selected, button)
  }

  return (
    <SelectionBar
      label="Selected links"
      selection={selection}
      shownCount={shownCount}
      note={total === undefined ? undefined : `${shownCount} of ${total}`}
      actions={[
        { label: 'Labels', Icon: IconTags, onClick: createDialogOpener('labels') },
        ...(usable.length > 1 ? [{ label: 'Move to domain', Icon: IconWorld, onClick: createDialogOpener('move') }] : []),
        {
          label: isArchived ? 'Unarchive' : 'Archive',
          Icon: isArchived ? IconArchiveOff : IconArchive,
          onClick: createDialogOpener('archive'),
        },
        { label: 'Delete', Icon: IconTrash, isDangerous: true, onClick: createDialogOpener('delete') },
      ]}
    />
  )
}
